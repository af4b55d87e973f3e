import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { ClusterDetail, ControlEvent, KindStatus, Memory, State } from '../hub/types';
import { Bars } from '../components/bars';
import { Breaks } from '../components/breaks';
import { Notice } from '../components/notice';
import { Age, ClusterBadge, StateBadge } from '../components/state';
import { clusters, clustersKnown } from '../state/live';
import { contentFingerprint } from '../state/fingerprint';
import { formatRoute, tableOf } from '../state/route';
import { useThrottled } from '../state/usethrottled';
import { count, plural, size } from '../text/size';
import { TrafficPanel } from './traffic';

interface Sync {
  at: number;
  detail: ClusterDetail;
  memory: Memory;
  events: ControlEvent[];
}

/** Sync state, memory and traffic of a cluster, by kind. */
export function SyncPage({ cluster }: { cluster: string }) {
  const ids = [...clusters.value.keys()];
  const id = cluster || ids[0];
  return (
    <>
      <header class="page-head">
        <h1>Sync</h1>
        {id && clusters.value.has(id) && <ClusterBadge cluster={clusters.value.get(id)!} />}
        <nav class="tabs" aria-label="Clusters">
          {ids.map((each) => (
            <a key={each} aria-current={each === id ? 'page' : undefined} href={formatRoute({ page: 'sync', cluster: each })}>
              {each}
            </a>
          ))}
        </nav>
      </header>
      {id ? <OneCluster key={id} id={id} /> : clustersKnown.value && <Notice icon="empty" title="No clusters yet" />}
    </>
  );
}

/** Minimum interval between reloads when the stream reports changes in the cluster. */
const PAUSE_MS = 4000;

function useSync(id: string): Sync | { failed: string } | undefined {
  const [sync, setSync] = useState<Sync | { failed: string } | undefined>();
  const news = contentFingerprint(clusters.value.get(id));
  const throttled = useThrottled(news, PAUSE_MS);
  const unknown = clustersKnown.value && news === '';
  useEffect(() => {
    if (throttled === '' && !unknown) return undefined; // the stream will report it
    const abort = new AbortController();
    const get = <T,>(more: string) => ask<T>(clusterPath(id, more), { signal: abort.signal });
    Promise.all([get<ClusterDetail>(''), get<Memory>('/memory'), get<{ events: ControlEvent[] }>('/events')]).then(
      ([detail, memory, { events }]) => setSync({ at: Date.now(), detail, memory, events }),
      (e: unknown) => {
        if (!abort.signal.aborted) setSync({ failed: e instanceof HubError ? e.message : 'The hub does not respond.' });
      },
    );
    return () => abort.abort();
  }, [id, throttled, unknown]);
  return sync;
}

function OneCluster({ id }: { id: string }) {
  const sync = useSync(id);
  if (!sync) return <div class="skeleton" aria-hidden="true" />;
  if ('failed' in sync) return <Notice icon="error" tone="error" title="Cannot load this page">{sync.failed}</Notice>;
  const { detail, memory, events } = sync;
  const byMemory = [...memory.hub.kinds].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
  const agentHeap = memory.agent.unavailable ? memory.agent.unavailable : memory.agent.heapUsed !== undefined && `${size(memory.agent.heapUsed)} of ${size(memory.agent.heapMax ?? 0)} heap`;
  return (
    <div class="sync">
      <div>
        <Kinds id={id} detail={detail} told={sync.at} />
        <Control detail={detail} events={events} />
      </div>
      <div>
        <section class="panel">
          <h2>Memory by kind</h2>
          <p class="faint">
            The hub holds {count(memory.hub.objects)} objects in {size(memory.hub.bytes)}.{agentHeap && ` Agent: ${agentHeap}.`}
          </p>
          <Bars
            label="Memory by kind"
            bars={byMemory.map((kind) => ({
              name: kind.resource,
              short: kind.resource.split('.', 1)[0]!,
              href: formatRoute(tableOf(kind.resource, { clusters: [id] })),
              value: kind.bytes,
              says: size(kind.bytes),
              about: `${count(kind.objects)} objects in ${size(kind.bytes)}`,
            }))}
          />
        </section>
        <TrafficPanel id={id} />
        <Largest id={id} memory={memory} />
      </div>
    </div>
  );
}

const STATES: Record<string, State> = { synced: 'fresh', syncing: 'syncing', stale: 'stale', denied: 'forbidden', not_served: 'not-served', off: 'off' };
const stateOf = (kind: KindStatus): State => (kind.state === 'synced' ? (kind.freshness ?? 'fresh') : (STATES[kind.state] ?? 'stale'));

function Kinds({ id, detail, told }: { id: string; detail: ClusterDetail; told: number }) {
  // The stream does not report kinds without changes: if they were fresh, they are as fresh as their cluster.
  const heard = clusters.value.get(id);
  // Kinds that need attention come first.
  const kinds = [...detail.kinds].sort((a, b) => Number(stateOf(a) === 'fresh') - Number(stateOf(b) === 'fresh'));
  const isAbnormal = kinds.filter((kind) => stateOf(kind) !== 'fresh').length;
  return (
    <section class="panel">
      <h2>Kinds</h2>
      {kinds.length === 0 ? (
        <Notice icon="empty" title="No kinds yet">
          The agent has not reported any kinds.
        </Notice>
      ) : (
        <>
          <p class="faint">{isAbnormal === 0 ? `All ${kinds.length} are live.` : `${isAbnormal} of ${kinds.length} are not live; the cause is shown below each kind.`}</p>
          <table class="plain dense">
            <thead>
              <tr>
                <th>Kind and cause</th>
                <th>State</th>
                <th class="num">Objects</th>
                <th class="num roomy">Version</th>
              </tr>
            </thead>
            <tbody>
              {kinds.map((kind) => (
                <tr key={kind.resource}>
                  <td class="break">
                    <a href={formatRoute(tableOf(kind.resource, { clusters: [id] }))}>
                      <Breaks name={kind.resource} />
                    </a>
                    {kind.cause && <span class="under">{kind.cause}</span>}
                  </td>
                  <td>
                    <StateBadge told={heard && stateOf(kind) === 'fresh' ? { state: 'fresh', ageMs: heard.ageMs, receivedAt: heard.receivedAt } : { state: stateOf(kind), ageMs: kind.ageMs, receivedAt: told }} />
                  </td>
                  <td class="num">{kind.objects !== undefined ? count(kind.objects) : kind.agentObjects ? `${count(kind.agentObjects)} so far` : '–'}</td>
                  <td class="num roomy faint">{kind.resourceVersion ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function Largest({ id, memory }: { id: string; memory: Memory }) {
  return (
    <section class="panel">
      <h2>Largest objects</h2>
      <table class="plain dense">
        <thead>
          <tr>
            <th>Object</th>
            <th class="num">Memory</th>
            <th class="num">As JSON</th>
          </tr>
        </thead>
        <tbody>
          {memory.hub.largest.map((object) => (
            <tr key={`${object.resource} ${object.namespace} ${object.name}`}>
              <td class="break">
                <a href={formatRoute({ page: 'object', cluster: id, resource: object.resource, namespace: object.namespace, name: object.name, tab: 'yaml' })}>{object.name}</a>
                <span class="faint under">
                  <Breaks name={[object.resource, object.namespace].filter(Boolean).join(' in ')} />
                </span>
              </td>
              <td class="num">{size(object.bytes)}</td>
              <td class="num">{size(object.jsonBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Control({ detail, events }: { detail: ClusterDetail; events: ControlEvent[] }) {
  const { mismatches = 0, repairs = 0, backoffs = 0 } = detail.counts ?? {};
  return (
    <section class="panel">
      <h2>Recent events</h2>
      <p class="faint">
        {detail.agent && `Agent ${detail.agent.version}, Kubernetes ${detail.agent.kubernetes}. `}
        {plural(mismatches, 'mismatch', 'mismatches')}, {plural(repairs, 'repair')}, {plural(backoffs, 'backoff')} since the hub started.
      </p>
      {events.length === 0 ? (
        <p class="faint">None yet.</p>
      ) : (
        <ol class="happened">
          {events.toReversed().map((event) => (
            <li key={event.at + event.text}>
              <Age moment={event.at} />
              <span class="tag">{event.type}</span>
              <span>{event.text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
