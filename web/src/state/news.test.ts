import { expect, test } from 'vitest';
import type { ClusterSummary } from '../hub/types';
import { kindsOf, newsOf } from './news';

const demo: ClusterSummary = {
  id: 'demo', state: 'fresh', mode: 'auto', token: true, agentConnected: true, ageMs: 12, lastSync: '2026-01-01T00:00:00Z', latency: [1, null], revision: 'a', kindsKnown: 3, kindsSynced: 2,
};

test('a heartbeat is no news of a cluster, a change is', () => {
  expect(newsOf({ ...demo, ageMs: 9000, lastSync: '2026-01-01T00:00:15Z', latency: [null, null], streams: 4, queuedTasks: 1 })).toBe(newsOf({ ...demo, streams: 1 }));
  expect(newsOf({ ...demo, revision: 'b' })).not.toBe(newsOf(demo));
  expect(newsOf({ ...demo, agentConnected: false })).not.toBe(newsOf(demo));
  expect(newsOf(undefined)).toBe('');
});

test('kinds that come to be known, and clusters that come, are other kinds', () => {
  expect(kindsOf([{ ...demo, revision: 'b', objects: 7 }])).toBe(kindsOf([demo]));
  expect(kindsOf([{ ...demo, kindsKnown: 4 }])).not.toBe(kindsOf([demo]));
  expect(kindsOf([demo, { ...demo, id: 'other' }])).not.toBe(kindsOf([demo]));
});
