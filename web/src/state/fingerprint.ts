import type { ClusterSummary } from '../hub/types';

/** Fields that change by themselves, count readers, or come from the stream: no reason to reload anything. */
const NO_NEWS = new Set(['ageMs', 'lastSync', 'sequence', 'lastActivity', 'streams', 'queuedTasks', 'latency', 'latencyMs', 'problems', 'traffic', 'receivedAt']);

/** A fingerprint of a cluster that heartbeats do not change. */
export function contentFingerprint(cluster: ClusterSummary | undefined): string {
  return cluster ? JSON.stringify(cluster, (key, value: unknown) => (NO_NEWS.has(key) ? undefined : value)) : '';
}

/** A fingerprint of the clusters' kinds: when it changes, an unknown kind may have become known. */
export function kindsFingerprint(clusters: Iterable<ClusterSummary>): string {
  return [...clusters].map(({ id, kindsKnown = 0, kindsSynced = 0 }) => `${id} ${kindsKnown} ${kindsSynced}`).join();
}
