import type { ClusterSummary, Problem, State } from '../hub/types';
import { now } from '../state/clock';
import { aged } from '../state/freshness';
import { overall } from '../state/overall';
import { span } from '../text/age';
import { Icon } from './icons';

const WORDS: Record<State, string> = {
  fresh: 'Live',
  stale: 'Stale',
  disconnected: 'Disconnected',
  off: 'Sync off',
  syncing: 'Syncing',
  forbidden: 'Forbidden',
  'not-served': 'Not served',
};

export interface Told {
  state: State;
  ageMs?: number | undefined;
  receivedAt: number;
}

/** A state as of now: it ages on the page after it was received. */
export const presently = (told: Told) => aged(told.state, told.ageMs, now.value - told.receivedAt);

/** Freshness as an icon, a word, an age and a color. */
export function StateBadge({ told }: { told: Told }) {
  const { state, ageMs } = presently(told);
  const old = ageMs !== undefined && (state === 'stale' || state === 'disconnected' || state === 'off');
  return (
    <span class={`badge is-${state}`}>
      <Icon name={state} />
      {WORDS[state]}
      {old && <span class="badge-age">as of {span(ageMs)} ago</span>}
    </span>
  );
}

/** Current overall state of a cluster, the same wherever it is shown or counted. */
export const clusterState = (cluster: ClusterSummary & Told) => overall(cluster, presently(cluster).state);

export function ClusterBadge({ cluster }: { cluster: ClusterSummary & Told }) {
  return <StateBadge told={presently(cluster).state === 'fresh' ? { ...cluster, state: clusterState(cluster) } : cluster} />;
}

export function Age({ moment }: { moment: string | null | undefined }) {
  if (!moment) return <span class="faint">–</span>;
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return <>{moment}</>;
  return (
    <time dateTime={moment} title={new Date(at).toLocaleString()}>
      {span(now.value - at)}
    </time>
  );
}

export function ProblemTag({ problem }: { problem: Problem }) {
  return (
    <span class={`tag is-${problem.severity}`} title={problem.message}>
      <Icon name={problem.severity} />
      {problem.reason}
      <span class="sr">({problem.severity})</span>
    </span>
  );
}
