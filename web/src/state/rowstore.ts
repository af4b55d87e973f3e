import type { Column, ColumnsEvent, Row, RowsEvent, State, UnavailableEvent } from '../hub/types';

/** A row with its last change. */
export interface Entry {
  key: string;
  resource: string;
  row: Row;
  /** Time of the last visible change, on the page's clock; 0 for rows of the first state. */
  changedAt: number;
  /** Cells that it changed; empty for a new row. */
  changedCells: number[];
  /** Number of changes, which restarts the highlight. */
  changes: number;
  /** Text that filters match against, built on first use. */
  text?: string;
}

/** State of one resource in one cluster. */
export interface Part {
  cluster: string;
  resource: string;
  state: State;
  ageMs: number | undefined;
  receivedAt: number;
  rows: Map<string, Entry>;
  /** Whether all rows of the first state have arrived. */
  whole: boolean;
  /** Expected number of rows while they are loading. */
  total?: number | undefined;
  unavailable?: UnavailableEvent;
}

export interface Changes {
  touched: Set<Entry>;
  gone: Set<Entry>;
  /** Whether something other than rows changed: columns, a state. */
  other: boolean;
}

export const noChanges = (): Changes => ({ touched: new Set(), gone: new Set(), other: false });

/** Rows received from the stream, in a plain map per resource and cluster. */
export class RowStore {
  readonly columns = new Map<string, ColumnsEvent>();
  readonly #parts = new Map<string, Part>();

  constructor(private readonly clock: () => number) {}

  parts(): Part[] {
    return [...this.#parts.values()];
  }

  columnsOf(resource: string): Column[] {
    return this.columns.get(resource)?.columns ?? [];
  }

  get size(): number {
    let size = 0;
    for (const part of this.#parts.values()) size += part.rows.size;
    return size;
  }

  /** Expected number of rows; undefined if unknown. */
  get expected(): number | undefined {
    let sum = 0;
    for (const part of this.#parts.values()) {
      if (!part.whole && !part.unavailable && part.total === undefined) return undefined;
      sum += part.total ?? part.rows.size;
    }
    return sum;
  }

  *entries(): Iterable<Entry> {
    for (const part of this.#parts.values()) yield* part.rows.values();
  }

  setColumns(event: ColumnsEvent, changes: Changes): void {
    this.columns.set(event.resource, event);
    changes.other = true;
  }

  unavailable(event: UnavailableEvent, changes: Changes): void {
    const part = this.#part(event.resource, event.cluster);
    this.#clear(part, changes);
    part.whole = false; // the state is unknown now, so the absence of rows means nothing
    part.unavailable = event;
    if (event.state !== 'unavailable') part.state = event.state;
    part.receivedAt = this.clock();
    changes.other = true;
  }

  forget(cluster: string, changes: Changes): void {
    for (const [key, part] of this.#parts) {
      if (part.cluster !== cluster) continue;
      this.#clear(part, changes);
      this.#parts.delete(key);
    }
    changes.other = true;
  }

  /**
   * Applies a cluster summary. The hub sends rows only when they or their state change: those that were
   * fresh still are, however long they have not changed.
   */
  heard(cluster: string, ageMs: number | undefined): void {
    const now = this.clock();
    for (const part of this.#parts.values()) {
      if (part.cluster === cluster && part.state === 'fresh') Object.assign(part, { ageMs, receivedAt: now });
    }
  }

  apply(event: RowsEvent, changes: Changes): void {
    const part = this.#part(event.resource, event.cluster);
    const now = this.clock();
    const wasWhole = part.whole;
    if (event.reset) {
      this.#clear(part, changes);
      part.whole = false;
    }
    if (event.state !== part.state || part.unavailable) changes.other = true;
    delete part.unavailable;
    part.state = event.state;
    part.ageMs = event.ageMs;
    part.receivedAt = now;
    for (const { namespace, name } of event.removed ?? []) {
      const entry = part.rows.get(keyOf(namespace, name));
      if (entry && part.rows.delete(entry.key)) drop(entry, changes);
    }
    const news = wasWhole && !event.reset;
    for (const row of event.rows) this.#put(part, { ...row, cluster: event.cluster }, news ? now : 0, changes);
    part.total = event.more ? (event.total ?? part.total) : undefined;
    if (!event.more) {
      if (!part.whole) changes.other = true;
      part.whole = true;
    }
  }

  #put(part: Part, row: Row, changedAt: number, changes: Changes): void {
    const key = keyOf(row.namespace, row.name);
    const before = part.rows.get(key);
    const cells = before && changedAt ? differing(before.row, row) : [];
    // For example, a node's heartbeat changes no visible cell, so nothing is highlighted.
    const unseen = before !== undefined && changedAt > 0 && cells.length === 0;
    const entry: Entry = {
      key,
      resource: part.resource,
      row,
      changedAt: unseen ? before.changedAt : changedAt,
      changedCells: unseen ? before.changedCells : cells,
      changes: unseen ? before.changes : (before?.changes ?? 0) + 1,
    };
    if (before) drop(before, changes);
    part.rows.set(key, entry);
    changes.touched.add(entry);
  }

  #part(resource: string, cluster: string): Part {
    const key = `${resource} ${cluster}`;
    let part = this.#parts.get(key);
    if (!part) {
      part = { cluster, resource, state: 'syncing', ageMs: undefined, receivedAt: this.clock(), rows: new Map(), whole: false };
      this.#parts.set(key, part);
    }
    return part;
  }

  #clear(part: Part, changes: Changes): void {
    for (const entry of part.rows.values()) drop(entry, changes);
    part.rows.clear();
  }
}

function drop(entry: Entry, changes: Changes): void {
  if (!changes.touched.delete(entry)) changes.gone.add(entry);
}

export const keyOf = (namespace: string, name: string) => `${namespace}/${name}`;

function differing(before: Row, after: Row): number[] {
  const cells: number[] = [];
  after.cells.forEach((cell, i) => {
    if (cell !== before.cells[i]) cells.push(i);
  });
  return cells;
}
