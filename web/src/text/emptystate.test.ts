import { expect, test } from 'vitest';
import { emptyState } from './emptystate';

test('an empty table says that there are no objects only if all clusters are live', () => {
  expect(emptyState('Pods', { clusters: 1, sure: true, narrowed: [] })).toEqual({ title: 'No Pods found', text: 'The cluster is fully synced and has none.' });
  expect(emptyState('Pods', { clusters: 3, sure: true, narrowed: [] }).text).toBe('All clusters are fully synced and have none.');
  expect(emptyState('Pods', { clusters: 1, sure: true, narrowed: ['namespace a', 'labels b=c'] }).text).toBe('None in namespace a with labels b=c.');
  for (const narrowed of [[], ['namespace a']]) {
    const { title, text } = emptyState('Pods', { clusters: 2, sure: false, narrowed });
    expect(title).toBe('No Pods in the last known state');
    expect(text).toContain('not live');
  }
});
