import { Notice } from '../parts/empty';
import { Icon, type IconName } from '../parts/icons';
import { presently, StateBadge } from '../parts/state';
import type { UnavailableEvent } from '../hub/types';
import type { Part } from '../state/rowstore';
import { plural } from '../text/size';

const TITLES: Record<string, string> = {
  syncing: 'The first state is on its way',
  forbidden: 'The agent may not read this',
  'not-served': 'The cluster does not have this kind',
  disconnected: 'The agent is not connected, and nothing is known',
  off: 'Sync is off, and nothing is held',
};

/**
 * What is to be said of clusters whose rows are not simply live: what is shown of them, and how old that is.
 * One that stands alone has room for all there is to say.
 */
export function PartStates({ parts, alone = false }: { parts: readonly Part[]; alone?: boolean }) {
  const wanting = parts.filter((part) => part.unavailable || presently(part).state !== 'fresh');
  const only = alone ? parts[0]?.unavailable : undefined;
  return (
    <div class="part-states">
      <p class="sr" role="status">
        {wanting.map((part) => `${part.cluster}: ${part.unavailable ? TITLES[part.state] : presently(part).state}. `)}
      </p>
      {only ? <Missing about={only} /> : wanting.map((part) => <PartState key={`${part.cluster} ${part.resource}`} part={part} />)}
    </div>
  );
}

const iconOf = (state: string): IconName => (state in TITLES ? (state as IconName) : 'error');

/** All there is to say when nothing can be shown. */
function Missing({ about }: { about: UnavailableEvent }) {
  return (
    <Notice icon={iconOf(about.state)} tone={about.state} title={`${about.cluster}: ${TITLES[about.state] ?? 'Nothing can be shown'}`}>
      <Progress about={about} /> {about.sentence}
    </Notice>
  );
}

function PartState({ part }: { part: Part }) {
  const missing = part.unavailable;
  if (!missing) {
    return (
      <div class={`part-state is-${presently(part).state}`}>
        <StateBadge told={part} />
        <b>{part.cluster}</b>
        <span>Its rows are the last known ones.</span>
      </div>
    );
  }
  return (
    <div class={`part-state is-${missing.state}`}>
      <span class={`badge is-${missing.state}`}>
        <Icon name={iconOf(missing.state)} />
        {TITLES[missing.state] ?? 'Nothing can be shown'}
      </span>
      <b>{part.cluster}</b>
      <Progress about={missing} />
      <span class="part-sentence" title={missing.sentence}>
        {missing.sentence}
      </span>
    </div>
  );
}

function Progress({ about }: { about: UnavailableEvent }) {
  if (about.state !== 'syncing') return null;
  const objects = about.progress?.objects;
  return (
    <>
      <progress aria-label={`${about.cluster} is syncing`} />
      {objects !== undefined && <b>{plural(objects, 'object')} so far</b>}
    </>
  );
}
