import { expect, test } from 'vitest';
import { formatRoute, parseRoute, type Route, tableOf } from './route';
import { streamUrl } from './subscription';

const routes: Route[] = [
  { page: 'fleet' },
  tableOf('pods'),
  tableOf('deployments.apps', { clusters: ['a', 'prod/eu'], namespace: 'kube-system', labels: 'app in (a,b),!c', q: 'what & who?', sort: '-Age', wide: true }),
  { page: 'object', cluster: 'a b', resource: 'nodes', namespace: '', name: 'node#1', tab: 'yaml' },
  { page: 'problems', q: 'ü', cluster: '', reason: 'OOMKilled', sort: '' },
  { page: 'sync', cluster: 'demo' },
];

test.each(routes)('the address of $page leads back to it', (route) => {
  expect(parseRoute(formatRoute(route))).toEqual(route);
});

test('an unknown page is reported, not guessed', () => {
  expect(parseRoute('#/o/demo/pods')).toEqual({ page: 'unknown', path: 'o/demo/pods' });
  expect(parseRoute('#/r/100%')).toMatchObject({ page: 'table', view: { resource: '100%' } });
});

test('filter text and sort order do not change the stream', () => {
  expect(streamUrl(tableOf('pods', { q: 'x', sort: 'Age' }))).toBe(streamUrl(tableOf('pods')));
  expect(streamUrl(tableOf('pods', { namespace: 'x' }))).not.toBe(streamUrl(tableOf('pods')));
});

test('the fleet page requests only clusters, which does not turn sync on', () => {
  expect(streamUrl({ page: 'fleet' })).toBe('/api/v1/stream?clusters=true');
});
