import { useEffect, useRef, useState } from 'preact/hooks';
import { onKey } from '../app/keys';
import type { KubeObject, Row } from '../hub/types';
import { Changes, type Change } from '../components/changes';
import { Notice } from '../components/notice';
import { ProblemTag, StateBadge } from '../components/state';
import { YamlView } from '../components/yamlview';
import { batch, store } from '../state/live';
import { formatRoute, refine, type Route, tableOf } from '../state/route';
import { differences } from '../text/diff';
import { Events } from './events';
import { Overview } from './overview';
import { LastKnown, PartStates } from './freshnessnotices';

export type ObjectRoute = Extract<Route, { page: 'object' }>;

const TABS = ['overview', 'yaml', 'events', 'changes'] as const;
type Tab = (typeof TABS)[number];
const TITLES: Record<Tab, string> = { overview: 'Overview', yaml: 'YAML', events: 'Events', changes: 'Changes' };

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const EVENTS = 'events';

/** One object, live. */
export function ObjectPage({ at }: { at: ObjectRoute }) {
  void batch.value;
  const source = store.value;
  // The stream also carries the events about the object.
  const about = [...source.columns.values()].find((each) => each.resource !== EVENTS || at.resource === EVENTS);
  const part = source.parts().find((each) => each.cluster === at.cluster && (each.resource === about?.resource || about === undefined));
  const events = source.parts().find((each) => each.cluster === at.cluster && each.resource === EVENTS);
  const row = part && [...part.rows.values()][0]?.row;
  const shown = useLast(row);
  // Only a complete state proves that the object does not exist.
  const deleted = row === undefined && part?.whole === true;
  const changes = useChanges(row?.object, deleted);
  const tab: Tab = TABS.find((each) => each === at.tab) ?? 'overview';
  const turn = (to: Tab, focus = false) => {
    refine({ ...at, tab: to === 'overview' ? '' : to });
    if (focus || document.activeElement?.getAttribute('role') === 'tab') document.getElementById(`tab-${to}`)?.focus();
  };
  useEffect(
    () =>
      onKey((event) => {
        const to = TABS[Number(event.key) - 1];
        if (to) turn(to);
        return to !== undefined;
      }),
    [at],
  );
  const gone = shown !== undefined && deleted;
  return (
    <article class="object">
      <header class="page-head">
        <nav class="crumbs" aria-label="Location of this object">
          <a href={formatRoute(tableOf(at.resource, { clusters: [at.cluster] }))}>{at.cluster}</a>
          {at.namespace && (
            <a href={formatRoute(tableOf(at.resource, { clusters: [at.cluster], namespace: at.namespace }))}>{at.namespace}</a>
          )}
          <a href={formatRoute(tableOf(at.resource, { clusters: [at.cluster], namespace: at.namespace }))}>{about?.kind ?? at.resource}</a>
        </nav>
        <h1>{at.name}</h1>
        {part && !part.unavailable && <StateBadge told={part} />}
        {shown?.problem && <ProblemTag problem={shown.problem} />}
      </header>
      {part && (shown ? <LastKnown part={part} /> : <PartStates parts={[part]} alone />)}
      {gone && <Notice icon="empty" tone="stale" title="This object was deleted">Showing its last known state.</Notice>}
      {!shown && deleted && (
        <Notice icon="empty" title="Object not found">
          {at.cluster} has no {about?.kind ?? at.resource} {at.name}
          {at.namespace && ` in ${at.namespace}`}.
        </Notice>
      )}
      {!shown && !part && <div class="skeleton" aria-hidden="true" />}
      {shown && (
        <>
          <div class="tabs" role="tablist" aria-label="About this object" onKeyDown={(event) => ARROWS[event.key] && turn(TABS[(TABS.indexOf(tab) + ARROWS[event.key]! + TABS.length) % TABS.length]!, true)}>
            {TABS.map((each, i) => (
              <button key={each} id={`tab-${each}`} type="button" role="tab" aria-selected={each === tab} aria-controls="tab-panel" tabIndex={each === tab ? 0 : -1} title={`Key ${i + 1}`} onClick={() => turn(each)}>
                {TITLES[each]}
                {each === 'events' && events !== undefined && events.rows.size > 0 && at.resource !== EVENTS && <span class="nav-count calm">{events.rows.size}</span>}
                {each === 'changes' && changes.length > 0 && <span class="nav-count calm">{changes.length}</span>}
              </button>
            ))}
          </div>
          <div class={gone || part?.unavailable ? 'tab-panel gone' : 'tab-panel'} id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
            {tab === 'overview' && <Overview at={at} row={shown} columns={about?.columns ?? []} />}
            {tab === 'yaml' && shown.object && <YamlView object={shown.object} />}
            {tab === 'events' && <Events part={at.resource === EVENTS ? undefined : events} columns={source.columnsOf(EVENTS)} />}
            {tab === 'changes' && <Changes changes={changes} />}
          </div>
        </>
      )}
    </article>
  );
}

/** The last known state, so that a deleted object can still be read. */
function useLast(row: Row | undefined): Row | undefined {
  const last = useRef(row);
  if (row) last.current = row;
  return last.current;
}

const KEPT = 100;

/** Changes of the object since the page was opened, latest first. */
function useChanges(object: KubeObject | undefined, deleted: boolean): Change[] {
  const [changes, setChanges] = useState<Change[]>([]);
  const before = useRef<KubeObject | undefined>(undefined);
  useEffect(() => {
    const old = before.current;
    if (object) before.current = object;
    if (!old || !object || old === object) return;
    const found = differences(old, object);
    if (found.length > 0) setChanges((all) => [{ at: Date.now(), found, deleted: false }, ...all].slice(0, KEPT));
  }, [object]);
  useEffect(() => {
    if (deleted && before.current) setChanges((all) => [{ at: Date.now(), found: [], deleted: true }, ...all].slice(0, KEPT));
  }, [deleted]);
  return changes;
}
