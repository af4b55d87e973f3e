import { expect, test } from 'vitest';
import { overall } from './overall';

test('a cluster is live only if its agent is connected, has synced all kinds, and may read at least one', () => {
  expect(overall({ kindsSynced: 20, kindsDenied: 2 }, 'fresh')).toBe('fresh');
  expect(overall({ kindsSynced: 20, kindsSyncing: 1 }, 'fresh')).toBe('syncing');
  expect(overall({ kindsSynced: 0, kindsDenied: 22 }, 'fresh')).toBe('forbidden');
  expect(overall({ kindsSynced: 0, kindsDenied: 22 }, 'disconnected')).toBe('disconnected');
  expect(overall({ kindsSynced: 20, kindsSyncing: 1 }, 'stale')).toBe('stale');
});
