import type { Related, RelatedNode } from '../hub/types';

export interface Placed {
  node: RelatedNode;
  layer: number;
  row: number;
}

export interface Layers {
  placed: Map<string, Placed>;
  /** Number of nodes that did not fit into a layer. */
  left: Map<number, number>;
  layers: number;
  rows: number;
}

/** Arranges related objects in layers, owners before dependents, at most `most` per layer. */
export function layered(related: Related, focus: string, most: number): Layers {
  const layerOf = new Map<string, number>([[focus, 0]]);
  const queue = [focus];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const layer = layerOf.get(id)!;
    for (const { from, to } of related.edges) {
      const [other, at] = from === id ? [to, layer + 1] : to === id ? [from, layer - 1] : ['', 0];
      if (!other || layerOf.has(other)) continue;
      layerOf.set(other, at);
      queue.push(other);
    }
  }
  const first = Math.min(...layerOf.values());
  const placed = new Map<string, Placed>();
  const left = new Map<number, number>();
  const rows: number[] = [];
  for (const node of [...related.nodes].sort((a, b) => rank(a, focus) - rank(b, focus))) {
    const at = layerOf.get(node.id);
    if (at === undefined) continue;
    const layer = at - first;
    const row = rows[layer] ?? 0;
    if (row >= most) {
      left.set(layer, (left.get(layer) ?? 0) + 1);
      continue;
    }
    rows[layer] = row + 1;
    placed.set(node.id, { node, layer, row });
  }
  return { placed, left, layers: rows.length, rows: Math.max(0, ...rows.filter((count) => count !== undefined)) };
}

/** The object itself first, then objects with problems. */
const rank = (node: RelatedNode, focus: string) => (node.id === focus ? 0 : node.problem?.severity === 'error' ? 1 : node.problem ? 2 : 3);
