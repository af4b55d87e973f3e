import type { ClusterSummary, State } from '../hub/types';

/**
 * Overall state of a cluster: not live while its agent has not synced all kinds, or is not allowed to read any.
 *
 * @param trust freshness of the last summary, as of now
 */
export function overall({ kindsSynced = 0, kindsSyncing = 0, kindsDenied = 0 }: Partial<ClusterSummary>, trust: State): State {
  if (trust !== 'fresh') return trust;
  if (kindsSyncing > 0) return 'syncing';
  return kindsSynced === 0 && kindsDenied > 0 ? 'forbidden' : 'fresh';
}
