import { expect, test } from 'vitest';
import { none } from './none';

test('an empty table claims that there is none only of clusters that are live', () => {
  expect(none('Pod', { clusters: 1, sure: true, narrowed: [] })).toEqual({ title: 'There is no Pod', text: 'The cluster was read whole, and has none.' });
  expect(none('Pod', { clusters: 3, sure: true, narrowed: [] }).text).toBe('All clusters were read whole, and have none.');
  expect(none('Pod', { clusters: 1, sure: true, narrowed: ['namespace a', 'labels b=c'] }).text).toBe('Not in namespace a with labels b=c.');
  for (const narrowed of [[], ['namespace a']]) {
    const { title, text } = none('Pod', { clusters: 2, sure: false, narrowed });
    expect(title).toBe('No Pod is known');
    expect(text).toContain('not all of it is live');
  }
});
