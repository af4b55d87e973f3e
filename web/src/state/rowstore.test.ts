import { expect, test } from 'vitest';
import type { Row, RowsEvent } from '../hub/types';
import { aged } from './freshness';
import { noChanges, RowStore } from './rowstore';
import { SortedView } from './sortedview';
import { order, textFilter } from './order';

export const row = (name: string, more: Partial<Row> = {}): Row => ({
  cluster: 'demo', namespace: 'default', name, uid: name, version: '1', created: '2026-01-01T00:00:00Z', cells: [name, 'Running', 0], ...more,
});

const event = (rows: Row[], more: Partial<RowsEvent> = {}): RowsEvent => ({ resource: 'pods', cluster: 'demo', state: 'fresh', rows, ...more });

function apply(store: RowStore, told: RowsEvent) {
  const changes = noChanges();
  store.apply(told, changes);
  return changes;
}

const names = (store: RowStore) => [...store.entries()].map((entry) => entry.row.name).sort();

test('a reset discards earlier rows, even if it has several parts', () => {
  const store = new RowStore(() => 1);
  apply(store, event([row('old')], { reset: true }));
  apply(store, event([row('a')], { reset: true, more: true }));
  expect(store.parts()[0]!.whole).toBe(false);
  apply(store, event([row('b')]));
  expect(store.parts()[0]!.whole).toBe(true);
  expect(names(store)).toEqual(['a', 'b']);
});

test('unchanged rows stay fresh while the hub is connected, and rows that are not fresh age', () => {
  let time = 0;
  const store = new RowStore(() => time);
  apply(store, event([row('a')], { reset: true, ageMs: 10 }));
  apply(store, event([row('a')], { reset: true, cluster: 'late', state: 'stale', ageMs: 70_000 }));
  time = 90_000;
  store.heard('demo', 20);
  store.heard('late', 20);
  expect(store.parts().map(({ state, ageMs, receivedAt }) => aged(state, ageMs, time + 1000 - receivedAt))).toEqual([
    { state: 'fresh', ageMs: 1020 },
    { state: 'stale', ageMs: 161_000 },
  ]);
});

test('rows of the first state are not highlighted; later rows are, with the cells that changed', () => {
  let time = 5;
  const store = new RowStore(() => time);
  apply(store, event([row('a')], { reset: true }));
  expect([...store.entries()][0]!.changedAt).toBe(0);
  time = 9;
  apply(store, event([row('a', { cells: ['a', 'Failed', 0] }), row('b')]));
  const [a, b] = [...store.entries()];
  expect(a).toMatchObject({ changedAt: 9, changedCells: [1], changes: 2 });
  expect(b).toMatchObject({ changedAt: 9, changedCells: [] });
});

test('removed rows disappear, and a row added and removed in one batch never appears', () => {
  const store = new RowStore(() => 1);
  apply(store, event([row('a')], { reset: true }));
  const changes = noChanges();
  store.apply(event([row('b')]), changes);
  store.apply(event([], { removed: [{ namespace: 'default', name: 'b' }, { namespace: 'default', name: 'a' }] }), changes);
  expect(changes.touched.size).toBe(0);
  expect([...changes.gone].map((entry) => entry.row.name)).toEqual(['a']);
  expect(names(store)).toEqual([]);
});

test('an unavailable resource shows no rows until some arrive again', () => {
  const store = new RowStore(() => 1);
  apply(store, event([row('a')], { reset: true }));
  store.unavailable({ resource: 'pods', cluster: 'demo', state: 'forbidden', status: 403, sentence: 'No.' }, noChanges());
  expect(names(store)).toEqual([]);
  expect(store.parts()[0]).toMatchObject({ state: 'forbidden', unavailable: { sentence: 'No.' } });
  apply(store, event([row('a')], { reset: true }));
  expect(store.parts()[0]!.unavailable).toBeUndefined();
});

test('rows with the same name in two clusters are separate rows', () => {
  const store = new RowStore(() => 1);
  apply(store, event([row('a')], { reset: true }));
  apply(store, event([row('a')], { reset: true, cluster: 'other' }));
  expect(store.size).toBe(2);
  store.forget('demo', noChanges());
  expect([...store.entries()].map((entry) => entry.row.cluster)).toEqual(['other']);
});

test('an incrementally updated view equals a rebuilt one', () => {
  const columns = ['Name', 'Status', 'Restarts'].map((name) => ({ name, type: 'string', format: '', priority: 0, description: '' }));
  let seed = 42;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const store = new RowStore(() => 1);
  const matches = textFilter('run');
  const compare = order('-restarts', columns);
  const kept = new SortedView([], matches, compare);
  for (let step = 0; step < 300; step++) {
    const changes = noChanges();
    for (let i = random(6); i >= 0; i--) {
      const name = `pod-${random(40)}`;
      const cells = [name, random(3) ? 'Running' : 'Failed', random(5)];
      if (random(4) === 0) store.apply(event([], { removed: [{ namespace: 'default', name }] }), changes);
      else store.apply(event([row(name, { cells })], { reset: random(60) === 0 }), changes);
    }
    kept.apply(changes);
    expect(kept.rows).toEqual(new SortedView(store.entries(), matches, compare).rows);
  }
});

test('the expected number of rows is known while they are loading', () => {
  const store = new RowStore(() => 0);
  apply(store, event([row('a')], { reset: true, more: true, total: 2 }));
  expect(store.expected).toBe(2);
  apply(store, event([row('b')], { total: 2 }));
  expect(store.expected).toBe(2);
  expect(store.parts()[0]!.total).toBeUndefined();
});

test('a change outside the visible cells highlights nothing', () => {
  let time = 1;
  const store = new RowStore(() => time);
  apply(store, event([row('a')], { reset: true }));
  time = 50;
  apply(store, event([row('a', { version: '2' })]));
  expect([...store.entries()].map(({ row: { version }, changedAt, changes }) => ({ version, changedAt, changes }))).toEqual([{ version: '2', changedAt: 0, changes: 1 }]);
  apply(store, event([row('a', { version: '3', cells: ['a', 'Failed', 0] })]));
  expect([...store.entries()][0]).toMatchObject({ changedAt: 50, changedCells: [1], changes: 2 });
});

test('an unavailable resource is incomplete: its missing rows do not count as deleted', () => {
  const store = new RowStore(() => 1);
  apply(store, event([row('a')], { reset: true }));
  store.unavailable({ resource: 'pods', cluster: 'demo', state: 'disconnected', status: 503, sentence: 'Not connected.' }, noChanges());
  expect(store.parts()[0]).toMatchObject({ whole: false, unavailable: { state: 'disconnected' } });
  apply(store, event([row('a')], { reset: true }));
  expect(store.parts()[0]!.whole).toBe(true);
  expect(store.parts()[0]!.unavailable).toBeUndefined();
  expect(store.expected).toBe(1);
});
