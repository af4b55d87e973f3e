/** What an object says of itself, as far as it matters here. */
export interface Condition {
  type: string;
  status: string;
  reason?: string;
}

/** Of these it is known that they should be true; of all others nothing is known, so nothing is said. */
const BETTER_TRUE = new Set([
  'Ready',
  'Available',
  'Initialized',
  'ContainersReady',
  'PodScheduled',
  'Progressing',
  'Healthy',
  'Synced',
  'Reconciled',
  'Established',
  'NamesAccepted',
  'AbleToScale',
  'ScalingActive',
  'DisruptionAllowed',
  'Accepted',
  'Programmed',
  'ResolvedRefs',
]);

/** And of these that they should be false. */
const BETTER_FALSE = new Set([
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
  'ReplicaFailure',
  'Failed',
  'FailureTarget',
  'Degraded',
  'DisruptionTarget',
  'Stalled',
  'Dangling',
  'NonStructuralSchema',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
]);

/** What has done its work is not ready, and need not be; what is scaled to none by hand is not scaled. */
const EXPECTED = new Set(['PodCompleted', 'ScalingDisabled']);

/** Whether a condition tells that something is wrong, or not known though it should be. */
export function amiss({ type, status, reason = '' }: Condition): boolean {
  if (EXPECTED.has(reason)) return false;
  const better = BETTER_TRUE.has(type) ? 'True' : BETTER_FALSE.has(type) ? 'False' : undefined;
  if (status === 'Unknown') return better !== undefined;
  return better !== undefined && status !== better;
}
