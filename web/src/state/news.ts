import type { ClusterSummary } from '../hub/types';

/** What goes on by itself, says how often somebody looks, or is shown from the stream: no reason to read anything again. */
const NO_NEWS = new Set(['ageMs', 'lastSync', 'sequence', 'lastActivity', 'streams', 'queuedTasks', 'latency', 'latencyMs', 'problems', 'traffic', 'receivedAt']);

/** The same text as long as nothing has happened to a cluster, however often the hub tells that it is still there. */
export function newsOf(cluster: ClusterSummary | undefined): string {
  return cluster ? JSON.stringify(cluster, (key, value: unknown) => (NO_NEWS.has(key) ? undefined : value)) : '';
}

/** Which kinds clusters have told of: when that changes, what nobody knew may be known. */
export function kindsOf(clusters: Iterable<ClusterSummary>): string {
  return [...clusters].map(({ id, kindsKnown = 0, kindsSynced = 0 }) => `${id} ${kindsKnown} ${kindsSynced}`).join();
}
