import { expect, test } from 'vitest';
import { aged } from './freshness';

test('states age by the thresholds of the hub', () => {
  expect(aged('fresh', 10, 1000)).toEqual({ state: 'fresh', ageMs: 1010 });
  expect(aged('fresh', 10, 60_000).state).toBe('stale');
  expect(aged('stale', 70_000, 240_000).state).toBe('disconnected');
});

test('states other than fresh and stale do not age', () => {
  expect(aged('off', 10, 900_000).state).toBe('off');
  expect(aged('disconnected', undefined, 5)).toEqual({ state: 'disconnected', ageMs: undefined });
});
