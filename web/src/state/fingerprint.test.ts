import { expect, test } from 'vitest';
import type { ClusterSummary } from '../hub/types';
import { kindsFingerprint, contentFingerprint } from './fingerprint';

const demo: ClusterSummary = {
  id: 'demo', state: 'fresh', mode: 'auto', token: true, agentConnected: true, ageMs: 12, lastSync: '2026-01-01T00:00:00Z', latency: [1, null], revision: 'a', kindsKnown: 3, kindsSynced: 2,
};

test('a heartbeat does not change the fingerprint of a cluster, a change does', () => {
  expect(contentFingerprint({ ...demo, ageMs: 9000, lastSync: '2026-01-01T00:00:15Z', latency: [null, null], streams: 4, queuedTasks: 1 })).toBe(contentFingerprint({ ...demo, streams: 1 }));
  expect(contentFingerprint({ ...demo, revision: 'b' })).not.toBe(contentFingerprint(demo));
  expect(contentFingerprint({ ...demo, agentConnected: false })).not.toBe(contentFingerprint(demo));
  expect(contentFingerprint(undefined)).toBe('');
});

test('new kinds and new clusters change the fingerprint of the kinds', () => {
  expect(kindsFingerprint([{ ...demo, revision: 'b', objects: 7 }])).toBe(kindsFingerprint([demo]));
  expect(kindsFingerprint([{ ...demo, kindsKnown: 4 }])).not.toBe(kindsFingerprint([demo]));
  expect(kindsFingerprint([demo, { ...demo, id: 'other' }])).not.toBe(kindsFingerprint([demo]));
});
