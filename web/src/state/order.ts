import type { CellValue, Column } from '../hub/types';
import type { Compare, Matches } from './sortedview';
import type { Entry } from './rowstore';

const text = new Intl.Collator('en', { numeric: true });
const byString = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Every word must occur in the namespace, the name or a cell, ignoring case. */
export function textFilter(query: string): Matches {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (entry) => {
    const text = (entry.text ??= haystack(entry));
    return words.every((word) => text.includes(word));
  };
}

function haystack({ row, resource }: Entry): string {
  const problem = row.problem ? `${row.problem.reason} ${row.problem.message}` : '';
  return [row.cluster, row.namespace, row.name, resource, problem, ...row.cells].join('\n').toLowerCase();
}

const byPlace: Compare = (a, b) =>
  byString(a.row.cluster, b.row.cluster) || byString(a.row.namespace, b.row.namespace) || byString(a.row.name, b.row.name);

/** Orders by a column (prefix `-`: descending), empty values last, then by cluster, namespace and name. */
export function order(sort: string, columns: readonly Column[]): Compare {
  const descending = sort.startsWith('-');
  const name = (descending ? sort.slice(1) : sort).toLowerCase();
  const value = valueOf(name, columns);
  if (!value) return byPlace;
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byPlace(a, b);
    return sign * compareCells(x, y) || byPlace(a, b);
  };
}

function valueOf(name: string, columns: readonly Column[]): ((entry: Entry) => CellValue) | undefined {
  switch (name) {
    case '':
      return undefined;
    case 'cluster':
      return (entry) => entry.row.cluster;
    case 'namespace':
      return (entry) => entry.row.namespace;
    case 'kind':
      return (entry) => entry.resource;
    case 'reason':
      return (entry) => entry.row.problem?.reason ?? null;
    case 'severity':
      return (entry) => (entry.row.problem?.severity === 'error' ? 0 : 1);
    case 'created':
      return (entry) => entry.row.created;
    case 'name':
      return (entry) => entry.row.name;
    case 'message':
      return (entry) => entry.row.problem?.message ?? null;
  }
  const index = columns.findIndex((column) => column.name.toLowerCase() === name);
  if (index < 0) return undefined;
  return (entry) => entry.row.cells[index] ?? null;
}

/** "10" sorts after "9", "2/10" after "2/9"; ages are timestamps, so the youngest is first. */
function compareCells(a: NonNullable<CellValue>, b: NonNullable<CellValue>): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const one = String(a);
  const other = String(b);
  if (MOMENT.test(one) && MOMENT.test(other)) return byString(other, one);
  return text.compare(one, other);
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;
