import type { ClusterSummary, State } from '../hub/types';

/**
 * How a cluster is as a whole: an agent that is heard of, but has not read everything or may read nothing, is not live.
 *
 * @param trust how far what was last told of the cluster can be trusted by now
 */
export function overall({ kindsSynced = 0, kindsSyncing = 0, kindsDenied = 0 }: Partial<ClusterSummary>, trust: State): State {
  if (trust !== 'fresh') return trust;
  if (kindsSyncing > 0) return 'syncing';
  return kindsSynced === 0 && kindsDenied > 0 ? 'forbidden' : 'fresh';
}
