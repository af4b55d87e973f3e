import { Icon } from '../components/icons';
import type { GridColumn } from '../components/grid';
import { Age } from '../components/state';
import type { CellValue, Column } from '../hub/types';
import { formatRoute } from '../state/route';
import type { Entry } from '../state/rowstore';

const SAMPLE = 300;

export interface Places {
  cluster: boolean;
  namespace: boolean;
}

/** The server's columns, plus cluster and namespace if rows differ in them. */
export function gridColumns(columns: readonly Column[], rows: readonly Entry[], places: Places): GridColumn[] {
  const sample = rows.slice(0, SAMPLE);
  const before: GridColumn[] = [];
  if (places.cluster) before.push(placeColumn('Cluster', sample, ({ row }) => row.cluster));
  if (places.namespace) before.push(placeColumn('Namespace', sample, ({ row }) => row.namespace));
  const server = columns.map((column, i) => serverColumn(column, i, sample));
  return [...before, ...(columns.some((column) => column.format === 'name') ? named(server, statusOf(columns)) : told(server))];
}

/** Narrow layout: name and status first, everything else below. */
const named = (columns: GridColumn[], status: Column | undefined): GridColumn[] =>
  columns.map((column) => (column.id === status?.name ? { ...column, firstLine: 'right' } : column));

/** Events have no meaningful name, so their message and time come first. */
const told = (columns: GridColumn[]): GridColumn[] =>
  columns.map(({ label, ...column }) => ({ ...column, ...(column.id === 'Message' ? { firstLine: 'left' } : column.id === 'Last Seen' ? { firstLine: 'right' } : {}) }));

/** The status column, if there is one. */
function statusOf(columns: readonly Column[]): Column | undefined {
  return ['status', 'phase', 'state', 'health', 'ready'].flatMap((name) => columns.find((column) => column.name.toLowerCase() === name) ?? [])[0];
}

export function placeColumn(title: string, sample: readonly Entry[], of: (entry: Entry) => string): GridColumn {
  return { id: title, title, cell: -1, ...widths(title, sample.map((entry) => of(entry).length)), render: of };
}

function serverColumn(column: Column, index: number, sample: readonly Entry[]): GridColumn {
  const isName = column.format === 'name';
  const age = column.format === 'age';
  const numeric = column.type === 'integer' || column.type === 'number';
  const lengths = sample.map((entry) => (age ? 6 : String(entry.row.cells[index] ?? '').length * (isName ? 1.1 : 1)));
  return {
    id: column.name,
    title: column.name,
    description: column.description,
    cell: index,
    numeric,
    ...(isName ? { firstLine: 'left' as const } : age && column.name === 'Age' ? {} : { label: column.name }),
    ...widths(column.name, lengths, isName ? 4 : 1),
    render: (entry) => {
      const value = entry.row.cells[index] ?? null;
      if (age) return <Age moment={value === null ? null : String(value)} />;
      return isName ? <Name entry={entry} /> : <Cell value={value} column={column} entry={entry} />;
    },
  };
}

/** Wide enough for nearly all values, within limits; the name gets most of the remaining space. */
function widths(title: string, lengths: number[], grows = 1): Pick<GridColumn, 'chars' | 'grows'> {
  const sorted = [...lengths].sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * 0.97)] ?? 0;
  return { chars: Math.max(title.length + 2, Math.min(usual, 48)), grows };
}

export const hrefOf = ({ row, resource }: Entry) =>
  formatRoute({ page: 'object', cluster: row.cluster, resource, namespace: row.namespace, name: row.name, tab: '' });

/** A name that links to its object; without the problem if that is shown in another column. */
export function Name({ entry, plain = false }: { entry: Entry; plain?: boolean }) {
  const { problem, name } = entry.row;
  return (
    <span class="name" title={problem ? `${problem.reason}: ${problem.message}` : name}>
      {problem && !plain && (
        <>
          <Icon name={problem.severity} class={`tone-${problem.severity}`} />
          <span class="sr">{problem.severity}: </span>
        </>
      )}
      <a href={hrefOf(entry)} tabIndex={-1}>
        {name}
      </a>
    </span>
  );
}

const STATUS_COLUMNS = new Set(['status', 'phase', 'ready', 'state', 'health', 'type']);
const GOOD = /^(Running|Ready|Active|Bound|True|Complete|Completed|Succeeded|Available|Healthy|Synced)$/;

function Cell({ value, column, entry }: { value: CellValue; column: Column; entry: Entry }) {
  if (value === null || value === '' || value === '<none>') return <span class="faint">–</span>;
  const text = String(value);
  if (!STATUS_COLUMNS.has(column.name.toLowerCase())) return <span title={text.length > 24 ? text : undefined}>{text}</span>;
  const tone = entry.row.problem?.severity ?? (GOOD.test(text) ? 'ok' : text === 'Warning' ? 'warning' : '');
  return <span class={tone && `tone-${tone}`}>{text}</span>;
}
