import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { Related } from '../hub/types';
import type { ObjectRoute } from '../pages/object';
import { formatRoute } from '../state/route';
import { useCalm } from '../state/usecalm';
import { layered, type Placed } from '../text/layers';

const [WIDTH, HEIGHT, GAP_X, GAP_Y] = [190, 40, 56, 10];
const MOST = 8;

/** Who owns the object, what it owns and uses, as a small graph that can be walked. */
export function RelatedGraph({ at, version }: { at: ObjectRoute; version: string }) {
  const calm = useCalm(version, 2000);
  const [related, setRelated] = useState<Related | { failed: string } | undefined>();
  useEffect(() => {
    const abort = new AbortController();
    const path = [at.resource, at.namespace || '-', at.name].map(encodeURIComponent).join('/');
    ask<Related>(clusterPath(at.cluster, `/related/${path}`), { signal: abort.signal }).then(setRelated, (e: unknown) => {
      if (!abort.signal.aborted) setRelated({ failed: e instanceof HubError ? e.message : 'The hub does not answer.' });
    });
    return () => abort.abort();
  }, [at.cluster, at.resource, at.namespace, at.name, calm]);
  if (!related) return <p class="faint">…</p>;
  if ('failed' in related) return <p class="tone-error">{related.failed}</p>;
  if (related.nodes.length < 2) return <p class="faint">Nothing owns it, and it owns and uses nothing that is synced.</p>;
  return <Drawing related={related} at={at} />;
}

function Drawing({ related, at }: { related: Related; at: ObjectRoute }) {
  const focus = related.nodes.find((node) => node.resource === at.resource && node.namespace === at.namespace && node.name === at.name);
  const { placed, left, layers, rows } = layered(related, focus?.id ?? related.nodes[0]!.id, MOST);
  const width = layers * WIDTH + (layers - 1) * GAP_X;
  const height = rows * (HEIGHT + GAP_Y) + (left.size > 0 ? 18 : 0);
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
          return (
            <path key={`${from} ${to} ${relation}`} class="edge" d={`M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`}>
              <title>{relation}</title>
            </path>
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
                {node.kind}
                {(node.problem ?? node.status) && ` · ${node.problem?.reason ?? node.status}`}
              </text>
              <text class="node-name" x={x(place) + 10} y={y(place) + 31}>
                {clip(node.name)}
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
      {related.truncated && <p class="faint">Only the nearest objects are shown.</p>}
    </div>
  );
}

/** The end of a name tells more than its middle. */
const clip = (name: string) => (name.length <= 26 ? name : `${name.slice(0, 13)}…${name.slice(-12)}`);
