import type { Changes, Entry } from './rowstore';

export type Compare = (a: Entry, b: Entry) => number;
export type Matches = (entry: Entry) => boolean;

/** Rows kept filtered and sorted as they change: a change of k of n rows costs n + k log k, not n log n. */
export class SortedView {
  #rows: Entry[] = [];

  constructor(
    entries: Iterable<Entry>,
    private readonly matches: Matches,
    private readonly compare: Compare,
  ) {
    for (const entry of entries) if (matches(entry)) this.#rows.push(entry);
    this.#rows.sort(compare);
  }

  get rows(): readonly Entry[] {
    return this.#rows;
  }

  apply({ touched, gone }: Changes): void {
    if (touched.size === 0 && gone.size === 0) return;
    const fresh = [...touched].filter(this.matches).sort(this.compare);
    const merged: Entry[] = [];
    let next = 0;
    for (const old of this.#rows) {
      if (gone.has(old)) continue;
      while (next < fresh.length && this.compare(fresh[next]!, old) < 0) merged.push(fresh[next++]!);
      merged.push(old);
    }
    while (next < fresh.length) merged.push(fresh[next++]!);
    this.#rows = merged;
  }
}
