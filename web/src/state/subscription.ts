import type { Route } from './route';

/** Kinds that can have problems, as judged by the hub. */
export const PROBLEM_KINDS = [
  'pods',
  'nodes',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'persistentvolumeclaims',
];

/** A stream with cluster summaries and without rows. */
export const CLUSTERS_ONLY = '/api/v1/stream?clusters=true';

/** URL of the stream that a page needs; the same for pages with the same rows. */
export function streamUrl(route: Route): string {
  const params = new URLSearchParams({ clusters: 'true' });
  const set = (name: string, value: string) => value && params.append(name, value);
  switch (route.page) {
    case 'table':
      params.append('rows', route.view.resource);
      for (const cluster of route.view.clusters) params.append('cluster', cluster);
      set('namespace', route.view.namespace);
      set('labelSelector', route.view.labels);
      set('wide', route.view.wide ? 'true' : '');
      break;
    case 'problems':
      for (const kind of PROBLEM_KINDS) params.append('rows', kind);
      set('problems', 'true');
      break;
    case 'object':
      params.append('rows', route.resource);
      params.append('cluster', route.cluster);
      set('namespace', route.namespace);
      params.append('name', route.name);
      params.append('object', 'true');
      params.append('events', 'true');
      params.append('wide', 'true');
      break;
  }
  return `/api/v1/stream?${params}`;
}
