import { expect, test } from 'vitest';
import { emptyState } from './emptystate';

test('an empty table claims that there is none only of clusters that are live', () => {
  expect(emptyState('Pod', { clusters: 1, sure: true, narrowed: [] })).toEqual({ title: 'No Pod found', text: 'The cluster is fully synced and has none.' });
  expect(emptyState('Pod', { clusters: 3, sure: true, narrowed: [] }).text).toBe('All clusters are fully synced and have none.');
  expect(emptyState('Pod', { clusters: 1, sure: true, narrowed: ['namespace a', 'labels b=c'] }).text).toBe('None in namespace a with labels b=c.');
  for (const narrowed of [[], ['namespace a']]) {
    const { title, text } = emptyState('Pod', { clusters: 2, sure: false, narrowed });
    expect(title).toBe('No known Pod');
    expect(text).toContain('not all of it is live');
  }
});
