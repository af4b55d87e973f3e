import { effect, signal } from '@preact/signals';
import { ask, clusterPath, HubError } from '../hub/api';
import type { ClusterDetail, KindStatus } from '../hub/types';
import { clusters } from '../state/live';

/** A kind in the navigation, served by at least one cluster. */
export type NavKind = Pick<KindStatus, 'resource' | 'group' | 'kind' | 'namespaced'>;

const byCluster = signal<ReadonlyMap<string, NavKind[]>>(new Map());

export const kinds = signal<NavKind[]>([]);

/** Reloads the kinds of a cluster when the stream reports a different number. */
export function followKinds(): void {
  const seen = new Map<string, string>();
  effect(() => {
    for (const cluster of clusters.value.values()) {
      const mark = `${cluster.kindsKnown ?? 0}`;
      if (seen.get(cluster.id) === mark) continue;
      seen.set(cluster.id, mark);
      if (cluster.kindsKnown) void load(cluster.id).catch((e: unknown) => {
        seen.delete(cluster.id);
        if (!(e instanceof HubError || e instanceof TypeError)) throw e;
      });
    }
  });
  effect(() => {
    const all = new Map<string, NavKind>();
    for (const list of byCluster.value.values()) for (const kind of list) all.set(kind.resource, kind);
    kinds.value = [...all.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
  });
}

async function load(id: string): Promise<void> {
  const detail = await ask<ClusterDetail>(clusterPath(id));
  byCluster.value = new Map(byCluster.value).set(id, detail.kinds.filter((kind) => kind.state !== 'not_served'));
}

const SECTIONS: [string, string[]][] = [
  ['Workloads', ['pods', 'deployments.apps', 'statefulsets.apps', 'daemonsets.apps', 'replicasets.apps', 'jobs.batch', 'cronjobs.batch', 'horizontalpodautoscalers.autoscaling']],
  ['Network', ['services', 'ingresses.networking.k8s.io', 'endpointslices.discovery.k8s.io', 'networkpolicies.networking.k8s.io']],
  ['Config and storage', ['configmaps', 'secrets', 'persistentvolumeclaims', 'persistentvolumes', 'storageclasses.storage.k8s.io', 'serviceaccounts']],
  ['Cluster', ['nodes', 'namespaces', 'events', 'events.events.k8s.io', 'customresourcedefinitions.apiextensions.k8s.io']],
];

/** Kinds in sections: built-in kinds in a fixed order, then custom resources. */
export function sections(all: readonly NavKind[]): { title: string; kinds: NavKind[] }[] {
  const named = new Map(all.map((kind) => [kind.resource, kind]));
  const usual = SECTIONS.map(([title, names]) => ({ title, kinds: names.flatMap((name) => named.get(name) ?? []) }));
  const taken = new Set(SECTIONS.flatMap(([, names]) => names));
  const custom = { title: 'Custom resources', kinds: all.filter((kind) => !taken.has(kind.resource)) };
  return [...usual, custom].filter((section) => section.kinds.length > 0);
}
