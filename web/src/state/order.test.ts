import { expect, test } from 'vitest';
import type { CellValue } from '../hub/types';
import { order, textFilter } from './order';
import type { Entry } from './rowstore';

const column = (name: string) => ({ name, type: 'string', format: '', priority: 0, description: '' });
const entry = (name: string, cell: CellValue, namespace = 'default'): Entry => ({
  key: name, resource: 'pods', changedAt: 0, changedCells: [], changes: 1,
  row: { cluster: 'demo', namespace, name, uid: name, version: '1', created: '', cells: [cell] },
});
const sorted = (sort: string, cells: CellValue[]) =>
  cells.map((cell, i) => entry(`e${i}`, cell)).sort(order(sort, [column('Value')])).map(({ row }) => row.cells[0]);

test('numbers in text are compared as numbers', () => {
  expect(sorted('value', ['2/10', '2/9', '10/10', '1/1'])).toEqual(['1/1', '2/9', '2/10', '10/10']);
});

test('empty values come last, ascending and descending', () => {
  expect(sorted('Value', [3, null, 1, 2])).toEqual([1, 2, 3, null]);
  expect(sorted('-Value', [3, null, 1, 2])).toEqual([3, 2, 1, null]);
});

test('the youngest age comes first', () => {
  expect(sorted('value', ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'])).toEqual(['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z']);
});

test('without a known column, rows are ordered by cluster, namespace and name', () => {
  const rows = [entry('b', 1), entry('a', 1), entry('c', 1, 'aaa')].sort(order('nothing', [column('Value')]));
  expect(rows.map(({ row }) => row.name)).toEqual(['c', 'a', 'b']);
});

test('all words of a filter must occur in the row, ignoring case', () => {
  const web = entry('web-1', 'CrashLoopBackOff');
  expect(textFilter('WEB crash')(web)).toBe(true);
  expect(textFilter('web running')(web)).toBe(false);
  expect(textFilter('  ')(web)).toBe(true);
});
