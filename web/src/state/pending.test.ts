import { expect, test } from 'vitest';
import { inScope, pending } from './pending';
import { noChanges, RowStore } from './rowstore';

test('clusters are selected by name or glob', () => {
  const ids = ['demo', 'prod-eu', 'prod-us', 'a.b'];
  expect(inScope(ids, [])).toEqual(ids);
  expect(inScope(ids, ['prod-*', 'demo'])).toEqual(['demo', 'prod-eu', 'prod-us']);
  expect(inScope(ids, ['a.b', 'a*c'])).toEqual(['a.b']);
  expect(inScope(['axb'], ['a.b'])).toEqual([]);
});

test('the state is pending until every cluster has reported', () => {
  const store = new RowStore(() => 1);
  expect(pending(store.parts(), ['a', 'b'], ['pods'])).toBe(true);
  store.unavailable({ resource: 'pods', cluster: 'a', state: 'off', status: 503, sentence: '' }, noChanges());
  expect(pending(store.parts(), ['a', 'b'], ['pods'])).toBe(true);
  store.apply({ resource: 'pods', cluster: 'b', state: 'fresh', rows: [], reset: true, more: true }, noChanges());
  expect(pending(store.parts(), ['a', 'b'], ['pods'])).toBe(true);
  store.apply({ resource: 'pods', cluster: 'b', state: 'fresh', rows: [] }, noChanges());
  expect(pending(store.parts(), ['a', 'b'], ['pods'])).toBe(false);
});
