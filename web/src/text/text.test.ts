import { expect, test } from 'vitest';
import type { Related } from '../hub/types';
import { span } from './age';
import { differences } from './diff';
import { freshnessNote } from './freshnessnote';
import { layered } from './layers';
import { rates } from './rates';
import { size } from './size';
import { yamlLines, yamlText } from './yaml';

test('ages are written as kubectl writes them', () => {
  const s = 1000, m = 60 * s, h = 60 * m, d = 24 * h;
  expect([5 * s, 119 * s, 5 * m + 12 * s, 10 * m, 179 * m, 3 * h, 7 * h + 5 * m, 47 * h, 2 * d, 3 * d + 4 * h, 400 * d, 2 * 365 * d + d, 9 * 365 * d].map(span))
    .toEqual(['5s', '119s', '5m12s', '10m', '179m', '3h', '7h5m', '47h', '2d', '3d4h', '400d', '2y1d', '9y']);
});

test('the note names the clusters whose results are stale or incomplete', () => {
  expect(freshnessNote([{ cluster: 'a', state: 'fresh', ageMs: 5 }])).toBe('');
  expect(
    freshnessNote([
      { cluster: 'a', state: 'fresh', ageMs: 5 },
      { cluster: 'b', state: 'stale', ageMs: 90_000 },
      { cluster: 'c', state: 'disconnected' },
      { cluster: 'd', state: 'fresh', unfinished: true },
      { cluster: 'e', state: 'off' },
    ]),
  ).toBe('b is stale, as of 90s ago; c is disconnected; d is still being indexed; and 1 more.');
});

test('rates need two samples', () => {
  const before = { at: 1000, traffic: { batches: 10, bytes: 4000, changes: 100, reads: 1 } };
  const after = { at: 5000, traffic: { batches: 50, bytes: 12_000, changes: 300, reads: 1 } };
  expect(rates(undefined, after)).toBeUndefined();
  expect(rates(before, after)).toEqual({ batches: 10, bytes: 2000, changes: 50, reads: 0 });
  expect(rates(after, { ...before, at: 9000 })).toBeUndefined(); // the hub has restarted
});

test('sizes', () => expect([812, 54_321, 1_234_567].map(size)).toEqual(['812 B', '54 KB', '1.2 MB']));

test('maps, lists and lists of maps are formatted as by kubectl', () => {
  expect(yamlText({ kind: 'Pod', spec: { args: ['a', '--b=c: d'], containers: [{ name: 'x', ports: [{ containerPort: 80 }], env: [] }], nodeSelector: {} } })).toBe(
    ['kind: Pod', 'spec:', '  args:', '  - a', '  - "--b=c: d"', '  containers:', '  - name: x', '    ports:', '    - containerPort: 80', '    env: []', '  nodeSelector: {}', ''].join('\n'),
  );
});

test('ambiguous text is quoted', () => {
  const values = ['true', 'No', '1', '1.5', '1e3', '0x1f', '', ' a', 'a: b', 'a #b', '- x', '2026-01-01T00:00:00Z', '@x', '*', 'null', '12:30'];
  for (const value of values) expect(yamlText({ v: value })).toBe(`v: ${JSON.stringify(value)}\n`);
  for (const value of ['web-1', 'nginx:1.27', 'a/b.c', 'v1', 'say hello', '$(NAME)']) expect(yamlText({ v: value })).toBe(`v: ${value}\n`);
});

test('multi-line text is a block, and folds cover the lines that belong to them', () => {
  const lines = yamlLines({ data: { 'a.conf': 'x = 1\n\ny = 2\n' }, last: 1 });
  expect(yamlText({ data: { 'a.conf': 'x = 1\n\ny = 2\n' } })).toBe('data:\n  a.conf: |\n    x = 1\n\n    y = 2\n');
  expect(lines.map((line) => line.folds)).toEqual([4, 3, 0, 0, 0, 0]);
});

test('differences are as deep as possible, without fields that change with every write', () => {
  const before = { metadata: { resourceVersion: '1', labels: { a: 'x' } }, status: { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }] } };
  const after = { metadata: { resourceVersion: '2', labels: {} }, status: { phase: 'Running', conditions: [{ type: 'Init', status: 'True' }, { type: 'Ready', status: 'True' }] } };
  expect(differences(before, after)).toEqual([
    { path: 'metadata.labels.a', before: 'x', after: undefined },
    { path: 'status.phase', before: 'Pending', after: 'Running' },
    { path: 'status.conditions[Ready].status', before: 'False', after: 'True' },
    { path: 'status.conditions[Init]', before: undefined, after: { type: 'Init', status: 'True' } },
  ]);
});

test('owners come before their dependents, and nodes that do not fit are counted', () => {
  const node = (id: string) => ({ id, resource: 'pods', kind: 'Pod', namespace: '', name: id });
  const owned = Array.from({ length: 12 }, (_, i) => `p${i}`);
  const related: Related = {
    nodes: ['d', 'rs', ...owned].map(node),
    edges: [{ from: 'd', to: 'rs', relation: 'owns' }, ...owned.map((to) => ({ from: 'rs', to, relation: 'owns' }))],
    truncated: false,
  };
  const { placed, left, layers, rows } = layered(related, 'rs', 8);
  expect([layers, rows, left.get(2)]).toEqual([3, 8, 4]);
  expect([placed.get('d')!.layer, placed.get('rs')!.layer, placed.get('p0')!.layer]).toEqual([0, 1, 2]);
});
