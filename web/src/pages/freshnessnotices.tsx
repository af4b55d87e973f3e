import { Notice } from '../components/notice';
import { Icon, type IconName } from '../components/icons';
import { presently, StateBadge } from '../components/state';
import type { UnavailableEvent } from '../hub/types';
import type { Part } from '../state/rowstore';
import { formatRoute } from '../state/route';
import { isKnownState, titleOf } from '../text/statetitles';

/**
 * Notices for clusters whose rows are not live: which state is shown, and how old it is.
 * A single cluster gets the full notice.
 */
export function PartStates({ parts, alone = false }: { parts: readonly Part[]; alone?: boolean }) {
  const wanting = parts.filter((part) => part.unavailable || presently(part).state !== 'fresh');
  const only = alone ? parts[0]?.unavailable : undefined;
  return (
    <div class="part-states">
      <p class="sr" role="status">
        {wanting.map((part) => `${part.cluster}: ${part.unavailable ? titleOf(part.unavailable.state) : presently(part).state}. `)}
      </p>
      {only ? <Missing about={only} /> : wanting.map((part) => <PartState key={`${part.cluster} ${part.resource}`} part={part} />)}
    </div>
  );
}

const iconOf = (state: string): IconName => (isKnownState(state) || state === 'stale' ? state : 'error');

/** Full notice, when there is nothing to show. */
function Missing({ about }: { about: UnavailableEvent }) {
  return (
    <Notice icon={iconOf(about.state)} tone={about.state} title={`${about.cluster}: ${titleOf(about.state)}`}>
      <Progress about={about} /> {about.sentence} <Why cluster={about.cluster} />
    </Notice>
  );
}

const SINCE: Partial<Record<string, string>> = {
  stale: 'The agent lags behind, or cannot follow the API server.',
  disconnected: 'The agent is not connected.',
  off: 'Sync is off for this cluster.',
};

/** Notice about an object whose state may be outdated. */
export function LastKnown({ part }: { part: Part }) {
  const state = part.unavailable?.state ?? presently(part).state;
  return (
    <div role="status">
      {state !== 'fresh' && (
        <Notice icon={iconOf(state)} tone={state} title="Showing the last known state">
          {part.unavailable?.sentence ?? SINCE[state]} The object may have changed since. <Why cluster={part.cluster} />
        </Notice>
      )}
    </div>
  );
}

function PartState({ part }: { part: Part }) {
  const missing = part.unavailable;
  if (!missing) {
    return (
      <div class={`part-state is-${presently(part).state}`}>
        <StateBadge told={part} />
        <b>{part.cluster}</b>
        <span>Showing the last known rows.</span>
        <Why cluster={part.cluster} />
      </div>
    );
  }
  return (
    <div class={`part-state is-${missing.state}`}>
      <span class={`badge is-${missing.state}`}>
        <Icon name={iconOf(missing.state)} />
        {titleOf(missing.state)}
      </span>
      <b>{part.cluster}</b>
      <Progress about={missing} />
      <span class="part-sentence" title={missing.sentence}>
        {missing.sentence}
      </span>
      <Why cluster={part.cluster} />
    </div>
  );
}

/** Links to causes and remedies. */
const Why = ({ cluster }: { cluster: string }) => (
  <a class="why" href={formatRoute({ page: 'sync', cluster })}>
    Details<span class="sr"> of {cluster}</span>
  </a>
);

function Progress({ about }: { about: UnavailableEvent }) {
  if (about.state !== 'syncing') return null;
  return <progress aria-label={`${about.cluster} is syncing`} />;
}
