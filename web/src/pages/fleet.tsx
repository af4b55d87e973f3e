import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { SyncMode } from '../hub/types';
import { Notice } from '../components/notice';
import { Icon } from '../components/icons';
import { Sparkline } from '../components/sparkline';
import { Age, ClusterBadge, clusterState } from '../components/state';
import { clusters, clustersKnown, type LiveCluster } from '../state/live';
import { formatRoute, problemsOf, tableOf } from '../state/route';
import { count, plural } from '../text/size';

const MODES: [SyncMode, string][] = [
  ['auto', 'Synced while there are readers'],
  ['on', 'Always synced'],
  ['off', 'Not synced'],
];

export function FleetPage() {
  const all = [...clusters.value.values()];
  return (
    <>
      <header class="page-head">
        <h1>Fleet</h1>
        <p class="faint">
          {clustersKnown.value ? summary(all) : 'Loading…'}
        </p>
      </header>
      {clustersKnown.value && all.length === 0 && (
        <Notice icon="empty" title="No clusters yet">
          Start an agent with the URL of this hub to add a cluster: <code>livekube agent --hub … --cluster demo</code>
        </Notice>
      )}
      <ul class="cards" aria-label="Clusters">
        {all.map((cluster) => (
          <ClusterCard key={cluster.id} cluster={cluster} />
        ))}
      </ul>
    </>
  );
}

function summary(all: LiveCluster[]): string {
  const live = all.filter((cluster) => clusterState(cluster) === 'fresh').length;
  const objects = all.reduce((sum, cluster) => sum + (cluster.objects ?? 0), 0);
  const errors = all.reduce((sum, cluster) => sum + (cluster.problems?.error ?? 0), 0);
  const wrong = errors > 0 ? `, ${plural(errors, 'error')}` : '';
  return `${plural(all.length, 'cluster')}, ${live === all.length ? 'all' : count(live)} live, ${plural(objects, 'object')}${wrong}`;
}

function ClusterCard({ cluster }: { cluster: LiveCluster }) {
  const state = clusterState(cluster);
  const { kindsSynced = 0, kindsSyncing = 0, kindsDenied = 0 } = cluster;
  return (
    <li class={`card edge-${state}`}>
      <header>
        <h2>
          <a href={formatRoute(tableOf('pods', { clusters: [cluster.id] }))}>{cluster.id}</a>
        </h2>
        <span class="card-version">{cluster.kubernetes}</span>
        <ClusterBadge cluster={cluster} />
      </header>
      {explain(cluster, state)}
      <dl class="facts">
        <Fact name="Objects">{count(cluster.objects ?? 0)}</Fact>
        <Fact name="Kinds">
          {state === 'syncing' ? (
            <>
              {kindsSynced} of {kindsSynced + kindsSyncing}{' '}
              <progress max={kindsSynced + kindsSyncing} value={kindsSynced} aria-label="Kinds synced" />
            </>
          ) : (
            count(kindsSynced)
          )}
          {kindsDenied > 0 && (
            <span class="tag is-forbidden denied">
              <Icon name="forbidden" /> {kindsDenied}
              <span class="sr"> forbidden</span>
            </span>
          )}
        </Fact>
        <Fact name="Problems">
          <ProblemCounts cluster={cluster} />
        </Fact>
        <Fact name="Last sync" title="Time of the agent's last push">{cluster.lastSync ? <><Age moment={cluster.lastSync} /> ago</> : <span class="faint">never</span>}</Fact>
      </dl>
      {state !== 'off' && cluster.latency?.some((sample) => sample !== null) && <Latency cluster={cluster} />}
      <Controls cluster={cluster} />
    </li>
  );
}

const shortly = (ms: number) => (ms < 1 ? '< 1 ms' : `${count(ms)} ms`);

function Latency({ cluster }: { cluster: LiveCluster }) {
  const { p50, p99 } = cluster.latencyMs ?? {};
  return (
    <div class="latency">
      <p title="Time from a change at the agent to the hub; maximum per five seconds">
        <span class="faint">Latency, 5 min</span>
        {p50 != null && p99 != null && (
          <span>
            median <b>{shortly(p50)}</b> · p99 <b>{shortly(p99)}</b>
          </span>
        )}
      </p>
      <Sparkline samples={cluster.latency ?? []} label={`Latency of ${cluster.id}, last five minutes`} />
    </div>
  );
}

function Fact(props: { name: string; title?: string; children: preact.ComponentChildren }) {
  return (
    <div title={props.title}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** The reason why the cluster is not live. */
function explain(cluster: LiveCluster, state: string) {
  const text =
    state === 'off'
      ? cluster.mode === 'off'
        ? 'Sync is off. Choose auto or on to see live data.'
        : 'Not synced because there are no readers. Open one of its tables, or turn sync on.'
      : state === 'disconnected'
        ? cluster.lastSync
          ? 'Its agent is not connected. Showing the last known state.'
          : 'Its agent has not connected yet.'
        : state === 'forbidden'
          ? 'Its agent is not allowed to read any kind. See the details.'
          : state === 'stale'
            ? 'Its agent lags behind, or cannot follow the API server.'
            : '';
  return text && <p class="card-note">{text}</p>;
}

function ProblemCounts({ cluster }: { cluster: LiveCluster }) {
  const { error = 0, warning = 0 } = cluster.problems ?? {};
  const href = formatRoute(problemsOf(cluster.id));
  if (!cluster.kindsSynced) return <span class="faint">unknown</span>;
  if (!cluster.problems) return <span class="faint">counting…</span>;
  if (error + warning === 0) return clusterState(cluster) === 'fresh' ? <span class="ok">none</span> : <span class="faint">none known</span>;
  return (
    <a class="problem-counts" href={href}>
      {error > 0 && (
        <span class="tag is-error">
          <Icon name="error" /> {error}
          <span class="sr"> errors</span>
        </span>
      )}
      {warning > 0 && (
        <span class="tag is-warning">
          <Icon name="warning" /> {warning}
          <span class="sr"> warnings</span>
        </span>
      )}
    </a>
  );
}

function Controls({ cluster }: { cluster: LiveCluster }) {
  const [said, say] = useState<{ text: string; failed: boolean } | undefined>();
  // The user's choice is shown until the hub reports the effective setting.
  const [chosen, choose] = useState<SyncMode | undefined>();
  useEffect(() => choose(undefined), [cluster.mode]);
  const act = (what: Promise<unknown>, done: string) => {
    say({ text: '…', failed: false });
    what.then(
      () => say({ text: done, failed: false }),
      (e: unknown) => {
        choose(undefined);
        say({ text: e instanceof HubError ? e.message : 'The hub does not respond.', failed: true });
      },
    );
  };
  const set = (mode: SyncMode) => {
    choose(mode);
    act(ask(clusterPath(cluster.id, '/sync'), { method: 'PUT', body: JSON.stringify({ mode }) }), `Sync is now ${mode}.`);
  };
  return (
    <footer>
      <fieldset class="switch">
        <legend class="sr">Sync of {cluster.id}</legend>
        <span class="switch-name" aria-hidden="true">
          Sync
        </span>
        {MODES.map(([mode, meaning]) => (
          <label key={mode} title={meaning}>
            <input type="radio" name={`mode-${cluster.id}`} checked={(chosen ?? cluster.mode) === mode} onChange={() => set(mode)} />
            <span>{mode}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" title="Resync from scratch" onClick={() => act(ask(clusterPath(cluster.id, '/resync'), { method: 'POST' }), 'Resync started.')}>
        Resync
      </button>
      <a class="button" href={formatRoute({ page: 'sync', cluster: cluster.id })}>
        Details
      </a>
      <span class={said?.failed ? 'said is-error' : 'said'} role="status">
        {said?.text}
      </span>
    </footer>
  );
}
