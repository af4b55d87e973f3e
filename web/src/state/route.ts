import { signal } from '@preact/signals';

/** Settings of a table, all of them in the URL. */
export interface TableView {
  resource: string;
  clusters: string[];
  namespace: string;
  labels: string;
  q: string;
  sort: string;
  wide: boolean;
}

export type Route =
  | { page: 'fleet' }
  | { page: 'table'; view: TableView }
  | { page: 'object'; cluster: string; resource: string; namespace: string; name: string; tab: string }
  | { page: 'problems'; q: string; cluster: string; reason: string; sort: string }
  | { page: 'sync'; cluster: string }
  | { page: 'unknown'; path: string };

/** Parses the fragment of a URL. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path.split('/').map(decode);
  const params = new URLSearchParams(query);
  const text = (name: string) => params.get(name) ?? '';
  switch (parts[0]) {
    case '':
    case 'fleet':
      return { page: 'fleet' };
    case 'problems':
      return { page: 'problems', q: text('q'), cluster: text('cluster'), reason: text('reason'), sort: text('sort') };
    case 'sync':
      return { page: 'sync', cluster: parts[1] ?? '' };
    case 'r':
      if (!parts[1]) break;
      return {
        page: 'table',
        view: {
          resource: parts[1],
          clusters: params.getAll('cluster'),
          namespace: text('namespace'),
          labels: text('labels'),
          q: text('q'),
          sort: text('sort'),
          wide: params.has('wide'),
        },
      };
    case 'o': {
      const [, cluster, resource, namespace, name] = parts;
      if (!cluster || !resource || !namespace || !name) break;
      return { page: 'object', cluster, resource, namespace: namespace === '-' ? '' : namespace, name, tab: text('tab') };
    }
  }
  return { page: 'unknown', path };
}

export function formatRoute(route: Route): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string) => value && params.set(name, value);
  let path: string[];
  switch (route.page) {
    case 'fleet':
      path = ['fleet'];
      break;
    case 'problems':
      path = ['problems'];
      set('q', route.q);
      set('cluster', route.cluster);
      set('reason', route.reason);
      set('sort', route.sort);
      break;
    case 'sync':
      path = route.cluster ? ['sync', route.cluster] : ['sync'];
      break;
    case 'table': {
      const { view } = route;
      path = ['r', view.resource];
      for (const cluster of view.clusters) params.append('cluster', cluster);
      set('namespace', view.namespace);
      set('labels', view.labels);
      set('q', view.q);
      set('sort', view.sort);
      if (view.wide) params.set('wide', '1');
      break;
    }
    case 'object':
      path = ['o', route.cluster, route.resource, route.namespace || '-', route.name];
      set('tab', route.tab);
      break;
    case 'unknown':
      return `#/${route.path}`;
  }
  const query = params.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${query && `?${query}`}`;
}

/** All problems, or those of one cluster. */
export const problemsOf = (cluster = ''): Route => ({ page: 'problems', q: '', cluster, reason: '', sort: '' });

export const tableOf = (resource: string, more: Partial<TableView> = {}): Route => ({
  page: 'table',
  view: { resource, clusters: [], namespace: '', labels: '', q: '', sort: '', wide: false, ...more },
});

export const route = signal<Route>({ page: 'fleet' });

/** Follows changes of the URL. Call it once. */
export function followAddress(): void {
  const read = () => (route.value = parseRoute(location.hash));
  addEventListener('hashchange', read);
  read();
}

export function go(to: Route): void {
  location.hash = formatRoute(to);
}

/** Replaces the URL without a history entry, for typing in a filter. */
export function refine(to: Route): void {
  history.replaceState(null, '', formatRoute(to));
  route.value = to;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign is taken literally
  }
}
