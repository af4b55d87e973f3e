import { expect, test } from 'vitest';
import { pluralKind, near } from './names';

test('plurals keep the capitals of the kind', () => {
  expect(pluralKind('Pod', 'pods')).toBe('Pods');
  expect(pluralKind('Ingress', 'ingresses.networking.k8s.io')).toBe('Ingresses');
  expect(pluralKind('NetworkPolicy', 'networkpolicies.networking.k8s.io')).toBe('NetworkPolicies');
  expect(pluralKind('Endpoints', 'endpoints')).toBe('Endpoints');
  expect(pluralKind('Maus', 'geese.example.io')).toBe('Maus');
});

test('a misspelled kind gets a suggestion', () => {
  const names = ['pods', 'deployments.apps', 'daemonsets.apps', 'services'];
  expect(near('podz', names)).toEqual(['pods']);
  expect(near('deploymnets', names)[0]).toBe('deployments.apps');
  expect(near('deploy', names)).toEqual(['deployments.apps']);
  expect(near('wombats', names)).toEqual([]);
});
