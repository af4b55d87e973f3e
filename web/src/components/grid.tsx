import { type ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { now } from '../state/clock';
import type { Entry } from '../state/rowstore';
import { onKey } from '../app/keys';

export interface GridColumn {
  id: string;
  title: string;
  description?: string;
  /** Required width in characters, and share of the remaining space. */
  chars: number;
  grows: number;
  /** Index in the row's cells; -1 if it shows something else. */
  cell: number;
  numeric?: boolean;
  /** Position on the first line of a narrow row; all other columns share the second line. */
  firstLine?: 'left' | 'right';
  /** Label on the second line, if the value is not self-explanatory. */
  label?: string;
  render(entry: Entry): ComponentChildren;
}

interface Props {
  label: string;
  columns: GridColumn[];
  rows: readonly Entry[];
  sort: string;
  onSort(sort: string): void;
  href(entry: Entry): string;
}

/** Below this width a row has two lines. */
const NARROW = 640;
const [ONE_LINE, TWO_LINES] = [30, 56];
const OVERSCAN = 8;
const HOT_MS = 2000;

/** A table of any length that renders only visible rows. Arrow keys or j/k move, Enter opens. */
export function Grid({ label, columns, rows, sort, onSort, href }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [area, setArea] = useState({ width: innerWidth, height: 600 });
  const narrow = area.width < NARROW;
  const rowHeight = narrow ? TWO_LINES : ONE_LINE;
  const [, draw] = useState(0);
  // Keys can arrive faster than frames, so they act on the current rows, not on those last rendered.
  const present = useRef<Present>({ rows, active: undefined });
  present.current.rows = rows;
  const activeIndex = place(present.current);

  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => setArea({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(
    () =>
      onKey((event) => {
        const at = place(present.current);
        const step = STEPS[event.key];
        if (event.key === 'Enter' && at >= 0) location.hash = href(present.current.rows[at]!);
        else if (step === undefined) return false;
        else if (move(present.current, at < 0 ? Math.max(0, step - 1) : at + step)) {
          reveal(box.current!, place(present.current), rowHeight);
          // Screen readers announce the active row of the focused grid.
          box.current!.focus({ preventScroll: true });
          draw((n) => n + 1);
        }
        return true;
      }),
    [href, rowHeight],
  );

  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((top + area.height) / rowHeight) + OVERSCAN);
  const { tracks, width } = narrow ? { tracks: '1fr auto', width: area.width } : layout(columns, area.width);
  const template = { gridTemplateColumns: tracks, width: `${width}px` };
  const time = now.value;
  return (
    <div
      class={`grid ${narrow ? 'narrow' : ''} ${activeIndex >= 0 ? 'walked' : ''}`}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={activeIndex >= 0 ? 'active-row' : undefined}
      tabIndex={0}
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      {narrow ? (
        <SortChoice columns={columns} sort={sort} onSort={onSort} />
      ) : (
        <div class="grid-head" role="row" aria-rowindex={1} style={template}>
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      )}
      <div class="grid-body" role="presentation" style={{ height: `${rows.length * rowHeight}px`, width: `${width}px` }}>
        {rows.slice(first, last).map((entry, i) => {
          const index = first + i;
          const hot = time - entry.changedAt < HOT_MS;
          const beat = entry.changes % 2 ? 'hot-odd' : 'hot-even';
          const isNew = hot && entry.changedCells.length === 0;
          const cell = (column: GridColumn) => (
            <div key={column.id} role="gridcell" class={`${column.numeric ? 'num ' : ''}${hot && entry.changedCells.includes(column.cell) ? beat : ''}`}>
              {column.render(entry)}
            </div>
          );
          return (
            <div
              key={identity(entry)}
              id={index === activeIndex ? 'active-row' : undefined}
              class={`grid-row ${index === activeIndex ? 'active' : ''} ${isNew ? beat : ''} ${entry.row.problem ? `has-${entry.row.problem.severity}` : ''}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === activeIndex}
              onClick={(event) => follow(event, href(entry))}
              style={{ ...template, transform: `translateY(${index * rowHeight}px)` }}
            >
              {narrow ? <TwoLines columns={columns} cell={cell} /> : columns.map(cell)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** A click anywhere in a row follows its link, unless text is being selected. */
function follow(event: MouseEvent, href: string): void {
  if ((event.target as Element).closest('a') || getSelection()?.isCollapsed === false) return;
  if (event.ctrlKey || event.metaKey) open(href);
  else location.hash = href;
}

/** Narrow layout: name and state on the first line, everything else below in small print. */
function TwoLines({ columns, cell }: { columns: GridColumn[]; cell(column: GridColumn): ComponentChildren }) {
  const last = columns.find((column) => column.firstLine === 'right');
  return (
    <>
      {columns.filter((column) => column.firstLine === 'left').map(cell)}
      {last && cell(last)}
      <div class="second-line" role="presentation">
        {columns
          .filter((column) => column.firstLine === undefined)
          .map((column) => (
            <span key={column.id} role="presentation">
              {column.label && <span class="faint">{column.label} </span>}
              {cell(column)}
            </span>
          ))}
      </div>
    </>
  );
}

/** Sort order of a table without headings. */
function SortChoice({ columns, sort, onSort }: { columns: GridColumn[]; sort: string; onSort(sort: string): void }) {
  const down = sort.startsWith('-');
  const by = (down ? sort.slice(1) : sort).toLowerCase();
  return (
    <div class="grid-sort" role="presentation">
      <label>
        Sort by{' '}
        <select value={by} onChange={(event) => onSort(event.currentTarget.value)}>
          <option value="">default order</option>
          {columns.map((column) => (
            <option key={column.id} value={column.id.toLowerCase()}>
              {column.title}
            </option>
          ))}
        </select>
      </label>
      {by && (
        <button type="button" aria-label={down ? 'Descending' : 'Ascending'} onClick={() => onSort(down ? by : `-${by}`)}>
          {down ? '↓' : '↑'}
        </button>
      )}
    </div>
  );
}

function Heading({ column, sort, onSort }: { column: GridColumn; sort: string; onSort(sort: string): void }) {
  const id = column.id.toLowerCase();
  const ascending = sort.toLowerCase() === id;
  const descending = sort.toLowerCase() === `-${id}`;
  return (
    <div role="columnheader" aria-sort={ascending ? 'ascending' : descending ? 'descending' : 'none'} class={column.numeric ? 'num' : ''}>
      <button
        type="button"
        title={column.description}
        onClick={() => onSort(ascending ? `-${column.id}` : descending ? '' : column.id)}
      >
        {column.title}
        <span class="sort-mark">{ascending ? '↑' : descending ? '↓' : ''}</span>
      </button>
    </div>
  );
}

const CELL_PADDING = 16;
const ROW_PADDING = 30;

let measured = 0;

/** Width of a letter in this machine's font. */
function charWidth(): number {
  if (measured) return measured;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return 7.5;
  pen.font = getComputedStyle(document.body).font;
  const sample = 'address-frontend-5d4c9f7b6-x2k8w';
  return (measured = (pen.measureText(sample).width / sample.length) * 1.04);
}

/** Column widths in pixels, shared by the header and all rows, because the browser would lay out each row separately. */
function layout(columns: GridColumn[], available: number): { tracks: string; width: number } {
  const needed = columns.map((column) => Math.ceil(column.chars * charWidth() + CELL_PADDING));
  const sum = needed.reduce((a, b) => a + b, ROW_PADDING);
  const shares = columns.reduce((all, column) => all + column.grows, 0) || 1;
  const left = Math.max(0, available - sum);
  const tracks = needed.map((px, i) => `${Math.floor(px + (left * columns[i]!.grows) / shares)}px`).join(' ');
  return { tracks, width: Math.max(sum, available) };
}

const identity = ({ row, resource, key }: Entry) => `${row.cluster} ${resource} ${key}`;

/** The current rows, and the active one. */
interface Present {
  rows: readonly Entry[];
  active: { key: string; index: number } | undefined;
}

const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: 20, PageUp: -20, Home: -1e9, End: 1e9 };

function move(present: Present, to: number): boolean {
  const index = Math.max(0, Math.min(present.rows.length - 1, to));
  const entry = present.rows[index];
  if (entry) present.active = { key: identity(entry), index };
  return entry !== undefined;
}

function reveal(element: HTMLElement, index: number, rowHeight: number): void {
  const y = index * rowHeight;
  const visible = element.clientHeight - rowHeight;
  if (y < element.scrollTop) element.scrollTop = y;
  else if (y + rowHeight > element.scrollTop + visible) element.scrollTop = y + rowHeight - visible;
}

/** Index of the active row, which follows its object as rows move. */
function place({ rows, active }: Present): number {
  if (!active) return -1;
  const at = rows[active.index];
  if (at && identity(at) === active.key) return active.index;
  const found = rows.findIndex((entry) => identity(entry) === active.key);
  return found >= 0 ? found : Math.min(active.index, rows.length - 1);
}
