import { expect, test } from 'vitest';
import { titleOf } from './statetitles';

test('every state has a title, even one that this page does not know', () => {
  expect(titleOf('forbidden')).toBe('The agent is not allowed to read this');
  for (const state of ['syncing', 'not-served', 'disconnected', 'off', 'unavailable', 'of-tomorrow']) expect(titleOf(state)).toMatch(/\w/);
});
