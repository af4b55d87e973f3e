import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { Related, RelatedNode } from '../hub/types';
import type { ObjectRoute } from '../pages/object';
import { clusters } from '../state/live';
import { formatRoute } from '../state/route';
import { useThrottled } from '../state/usethrottled';
import { layered, type Placed } from '../text/layers';

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [196, 42, 66, 10];
const MOST = 8;

/** Owners, dependents and related objects as a small graph with links. */
export function RelatedGraph({ at, version }: { at: ObjectRoute; version: string }) {
  // Relations can change while the object does not, so reload when anything in the cluster has changed.
  const throttled = useThrottled(`${version} ${clusters.value.get(at.cluster)?.revision}`, 2000);
  const [related, setRelated] = useState<Related | { failed: string } | undefined>();
  useEffect(() => {
    const abort = new AbortController();
    const path = [at.resource, at.namespace || '-', at.name].map(encodeURIComponent).join('/');
    ask<Related>(clusterPath(at.cluster, `/related/${path}`), { signal: abort.signal }).then(setRelated, (e: unknown) => {
      if (!abort.signal.aborted) setRelated({ failed: e instanceof HubError ? e.message : 'The hub does not respond.' });
    });
    return () => abort.abort();
  }, [at.cluster, at.resource, at.namespace, at.name, throttled]);
  if (!related) return <p class="faint">…</p>;
  if ('failed' in related) return <p class="tone-error">{related.failed}</p>;
  if (related.nodes.length < 2) return <p class="faint">No related objects among the synced kinds.</p>;
  return <Drawing related={related} at={at} />;
}

function Drawing({ related, at }: { related: Related; at: ObjectRoute }) {
  const focus = related.nodes.find((node) => node.resource === at.resource && node.namespace === at.namespace && node.name === at.name);
  const { placed, left, layers, rows } = layered(related, focus?.id ?? related.nodes[0]!.id, MOST);
  const width = layers * WIDTH + (layers - 1) * GAP_X;
  const height = rows * (HEIGHT + GAP_Y) - GAP_Y + (left.size > 0 ? 26 : 0);
  const x = ({ layer }: Placed) => layer * (WIDTH + GAP_X);
  const y = ({ row }: Placed) => row * (HEIGHT + GAP_Y) + 1;
  return (
    <div class="graph">
      <svg width={width + 2} height={height + 2} viewBox={`-1 0 ${width + 2} ${height + 2}`} role="group" aria-label="Related objects">
        {related.edges.map(({ from, to, relation }) => {
          const [a, b] = [placed.get(from), placed.get(to)];
          if (!a || !b) return null;
          const [x1, y1, x2, y2] = [x(a) + WIDTH, y(a) + HEIGHT / 2, x(b), y(b) + HEIGHT / 2];
          const bend = (x1 + x2) / 2;
          return <path key={`${from} ${to} ${relation}`} class="edge" d={`M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />;
        })}
        {labelled(related.edges, placed).map(({ from, to, relation }) => {
          const [a, b] = [placed.get(from)!, placed.get(to)!];
          const [middle, level] = [x(a) + WIDTH + GAP_X / 2, (y(a) + y(b) + HEIGHT) / 2];
          return (
            <text key={`${from} ${to} ${relation}`} class="edge-name" x={middle} y={level + 3}>
              {relation}
            </text>
          );
        })}
        {[...placed.values()].map((place) => {
          const { node } = place;
          const here = node.id === focus?.id;
          return (
            <a
              key={node.id}
              href={formatRoute({ page: 'object', cluster: at.cluster, resource: node.resource, namespace: node.namespace, name: node.name, tab: '' })}
              aria-label={`${node.kind} ${node.name}${node.problem ? `, ${node.problem.reason}` : ''}`}
              aria-current={here ? 'page' : undefined}
              class={`node ${here ? 'here' : ''} ${node.problem ? `has-${node.problem.severity}` : ''}`}
            >
              <title>{`${node.kind} ${node.name}${node.status ? `: ${node.status}` : ''}`}</title>
              <rect x={x(place)} y={y(place)} width={WIDTH} height={HEIGHT} rx="5" />
              <text class="node-kind" x={x(place) + 10} y={y(place) + 15}>
                {clip(`${node.kind}${saying(node)}`, 27)}
              </text>
              <text class="node-name" x={x(place) + 10} y={y(place) + 31}>
                {clip(node.name, 24)}
              </text>
            </a>
          );
        })}
        {[...left].map(([layer, count]) => (
          <text key={layer} class="node-kind" x={layer * (WIDTH + GAP_X) + 10} y={height - 3}>
            and {count} more
          </text>
        ))}
      </svg>
      {related.truncated && <p class="faint">Only the closest objects are shown.</p>}
    </div>
  );
}

/** Edges with a label: only the topmost of several edges with the same label at one object. */
function labelled(edges: Related['edges'], placed: Map<string, Placed>): Related['edges'] {
  const said = new Set<string>();
  return edges
    .filter(({ from, to }) => placed.has(from) && placed.has(to))
    .sort((a, b) => placed.get(a.from)!.row + placed.get(a.to)!.row - placed.get(b.from)!.row - placed.get(b.to)!.row)
    .filter(({ from, to, relation }) => {
      const before = said.has(`${from} ${relation}`) || said.has(`${relation} ${to}`);
      said.add(`${from} ${relation}`).add(`${relation} ${to}`);
      return !before;
    });
}

/** The status if it is a word; a number alone would be meaningless. */
function saying({ problem, status = '' }: RelatedNode): string {
  const word = problem?.reason ?? (/^\d+$/.test(status) ? '' : status);
  return word && ` · ${word}`;
}

/** Shortens a name in the middle, since its end is more distinctive. */
const clip = (name: string, most: number) => (name.length <= most ? name : `${name.slice(0, most / 2)}…${name.slice(-(most / 2 - 1))}`);
