import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { ClusterDetail, ControlEvent, Memory, State } from '../hub/types';
import { Bars } from '../parts/bars';
import { Notice } from '../parts/empty';
import { Age, StateBadge } from '../parts/state';
import { clusters, clustersKnown } from '../state/live';
import { formatRoute, tableOf } from '../state/route';
import { useCalm } from '../state/usecalm';
import type { Look } from '../text/rates';
import { count, size } from '../text/size';
import { TrafficPanel } from './traffic';

interface Sync {
  at: number;
  /** The look before this one, for rates. */
  before: Look | undefined;
  detail: ClusterDetail;
  memory: Memory;
  events: ControlEvent[];
}

/** How a cluster is synced, kind by kind, and what it costs. */
export function SyncPage({ cluster }: { cluster: string }) {
  const ids = [...clusters.value.keys()];
  const id = cluster || ids[0];
  return (
    <>
      <header class="page-head">
        <h1>Sync</h1>
        {id && clusters.value.has(id) && <StateBadge told={clusters.value.get(id)!} />}
        <div class="tabs" role="tablist" aria-label="Clusters">
          {ids.map((each) => (
            <a key={each} role="tab" aria-selected={each === id} href={formatRoute({ page: 'sync', cluster: each })}>
              {each}
            </a>
          ))}
        </div>
      </header>
      {id ? <OneCluster key={id} id={id} /> : clustersKnown.value && <Notice icon="empty" title="No cluster yet" />}
    </>
  );
}

/** Read again when the stream tells that something happened to the cluster, but not more often than this. */
const PAUSE_MS = 4000;

function useSync(id: string): Sync | { failed: string } | undefined {
  const [sync, setSync] = useState<Sync | { failed: string } | undefined>();
  const told = clusters.value.get(id);
  const calm = useCalm(told?.receivedAt, PAUSE_MS);
  useEffect(() => {
    const abort = new AbortController();
    const get = <T,>(more: string) => ask<T>(clusterPath(id, more), { signal: abort.signal });
    Promise.all([get<ClusterDetail>(''), get<Memory>('/memory'), get<{ events: ControlEvent[] }>('/events')]).then(
      ([detail, memory, { events }]) => setSync((last) => ({ at: Date.now(), before: lookOf(last), detail, memory, events })),
      (e: unknown) => {
        if (!abort.signal.aborted) setSync({ failed: e instanceof HubError ? e.message : 'The hub does not answer.' });
      },
    );
    return () => abort.abort();
  }, [id, calm, told?.mode]);
  return sync;
}

function lookOf(sync: Sync | { failed: string } | undefined): Look | undefined {
  return sync && 'detail' in sync && sync.detail.traffic ? { at: sync.at, traffic: sync.detail.traffic } : undefined;
}

function OneCluster({ id }: { id: string }) {
  const sync = useSync(id);
  if (!sync) return <div class="skeleton" aria-hidden="true" />;
  if ('failed' in sync) return <Notice icon="error" tone="error" title="It can’t be shown">{sync.failed}</Notice>;
  const { detail, memory, events } = sync;
  const byMemory = [...memory.hub.kinds].sort((a, b) => b.bytes - a.bytes).slice(0, 12);
  return (
    <div class="sync">
      <Kinds id={id} detail={detail} told={sync.at} />
      <TrafficPanel now={lookOf(sync)} before={sync.before} />
      <section class="panel">
        <h2>Memory at the hub</h2>
        <p class="faint">
          {size(memory.hub.bytes)} for {count(memory.hub.objects)} objects.{' '}
          {memory.agent.unavailable ? `Agent: ${memory.agent.unavailable}.` : memory.agent.heapUsed !== undefined && `Agent: ${size(memory.agent.heapUsed)} of ${size(memory.agent.heapMax ?? 0)} heap.`}
        </p>
        <Bars
          label="Memory by kind"
          bars={byMemory.map((kind) => ({
            name: kind.resource,
            href: formatRoute(tableOf(kind.resource, { clusters: [id] })),
            value: kind.bytes,
            says: `${size(kind.bytes)}, ${count(kind.objects)}`,
          }))}
        />
      </section>
      <Largest id={id} memory={memory} />
      <Control detail={detail} events={events} />
    </div>
  );
}

const STATES: Record<string, State> = { synced: 'fresh', syncing: 'syncing', stale: 'stale', denied: 'forbidden', not_served: 'not-served', off: 'off' };

function Kinds({ id, detail, told }: { id: string; detail: ClusterDetail; told: number }) {
  return (
    <section class="panel wide">
      <h2>Kinds</h2>
      {detail.kinds.length === 0 ? (
        <Notice icon="empty" title="Nothing is known of its kinds">
          Its agent has told nothing yet.
        </Notice>
      ) : (
        <table class="plain">
          <thead>
            <tr>
              <th>Kind</th>
              <th>State</th>
              <th class="num">Objects</th>
              <th>Version</th>
              <th>Diagnosis</th>
            </tr>
          </thead>
          <tbody>
            {detail.kinds.map((kind) => (
              <tr key={kind.resource}>
                <td>
                  <a href={formatRoute(tableOf(kind.resource, { clusters: [id] }))}>{kind.resource}</a>
                </td>
                <td>
                  <StateBadge told={{ state: kind.state === 'synced' ? (kind.freshness ?? 'fresh') : (STATES[kind.state] ?? 'stale'), ageMs: kind.ageMs, receivedAt: told }} />
                </td>
                <td class="num">{kind.objects !== undefined ? count(kind.objects) : kind.agentObjects ? `${count(kind.agentObjects)} so far` : '–'}</td>
                <td class="mono">{kind.resourceVersion ?? '–'}</td>
                <td class="wrap">{kind.cause || <span class="faint">as it should be</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Largest({ id, memory }: { id: string; memory: Memory }) {
  return (
    <section class="panel">
      <h2>Largest objects</h2>
      <table class="plain">
        <thead>
          <tr>
            <th>Object</th>
            <th class="num">Held in</th>
            <th class="num">As JSON</th>
          </tr>
        </thead>
        <tbody>
          {memory.hub.largest.map((object) => (
            <tr key={`${object.resource} ${object.namespace} ${object.name}`}>
              <td>
                <a href={formatRoute({ page: 'object', cluster: id, resource: object.resource, namespace: object.namespace, name: object.name, tab: 'yaml' })}>{object.name}</a>
                <span class="faint under">{[object.resource, object.namespace].filter(Boolean).join(' in ')}</span>
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
    <section class="panel wide">
      <h2>What happened</h2>
      <p class="faint">
        {detail.agent && `Agent ${detail.agent.version}, Kubernetes ${detail.agent.kubernetes}. `}
        {mismatches} mismatches, {repairs} repairs, {backoffs} backoffs since the hub started.
      </p>
      {events.length === 0 ? (
        <p class="faint">Nothing yet.</p>
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
