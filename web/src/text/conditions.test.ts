import { expect, test } from 'vitest';
import { isAbnormal } from './conditions';

const marked = (...conditions: [type: string, status: string, reason?: string][]) =>
  conditions.filter(([type, status, reason]) => isAbnormal({ type, status, ...(reason ? { reason } : {}) })).map(([type]) => type);

test('conditions of healthy objects are not marked', () => {
  expect(
    marked(
      // a running pod, and a completed one
      ['Ready', 'True'], ['ContainersReady', 'True'], ['PodScheduled', 'True'], ['Initialized', 'True', 'PodCompleted'],
      ['Ready', 'False', 'PodCompleted'], ['ContainersReady', 'False', 'PodCompleted'], ['PodReadyToStartContainers', 'False'],
      // an autoscaler, and one whose target was scaled to zero
      ['AbleToScale', 'True', 'ReadyForNewScale'], ['ScalingActive', 'True'], ['ScalingLimited', 'False', 'DesiredWithinRange'],
      ['ScalingActive', 'False', 'ScalingDisabled'],
      // a node
      ['MemoryPressure', 'False'], ['DiskPressure', 'False'], ['PIDPressure', 'False'], ['NetworkUnavailable', 'False'],
      // others
      ['DisruptionAllowed', 'True', 'SufficientPods'], ['Dangling', 'False', 'Found'], ['Stalled', 'False'], ['Reconciling', 'False'],
      ['NamespaceContentRemaining', 'False'], ['NamespaceFinalizersRemaining', 'False'], ['Suspended', 'False'], ['Suspended', 'True'],
      ['Complete', 'True'], ['Progressing', 'True', 'NewReplicaSetAvailable'], ['CustomCondition', 'False'], ['CustomCondition', 'Unknown'],
    ),
  ).toEqual([]);
});

test('a failed condition is marked, and so is an unknown one that should be known', () => {
  expect(
    marked(
      ['Ready', 'False', 'ContainersNotReady'], ['PodScheduled', 'False', 'Unschedulable'], ['Available', 'False', 'MinimumReplicasUnavailable'],
      ['Progressing', 'False', 'ProgressDeadlineExceeded'], ['Ready', 'Unknown', 'NodeStatusUnknown'], ['DiskPressure', 'True'],
      ['NetworkUnavailable', 'True'], ['ReplicaFailure', 'True'], ['Failed', 'True'], ['DisruptionTarget', 'True'],
      ['DisruptionAllowed', 'False', 'InsufficientPods'], ['Stalled', 'True'], ['ScalingActive', 'False', 'FailedGetResourceMetric'],
    ),
  ).toHaveLength(13);
});
