/** A condition from an object's status. */
export interface Condition {
  type: string;
  status: string;
  reason?: string;
}

/** Conditions that should be true. Unknown condition types are not judged. */
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

/** Conditions that should be false. */
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

/** Reasons that explain a false condition: a completed pod is not ready, a workload scaled to zero is not scaled. */
const EXPECTED = new Set(['PodCompleted', 'ScalingDisabled']);

/** Whether a condition indicates a problem, or is unknown although it should be known. */
export function isAbnormal({ type, status, reason = '' }: Condition): boolean {
  if (EXPECTED.has(reason)) return false;
  const better = BETTER_TRUE.has(type) ? 'True' : BETTER_FALSE.has(type) ? 'False' : undefined;
  if (status === 'Unknown') return better !== undefined;
  return better !== undefined && status !== better;
}
