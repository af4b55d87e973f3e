import type { ComponentChildren } from 'preact';
import { kinds } from '../app/kinds';
import { paletteOpen } from '../app/keys';
import { Notice } from '../parts/empty';
import { askAgain } from '../state/live';
import { formatRoute, type Route, tableOf } from '../state/route';
import { manyOf, near } from '../text/names';

/** The hub does not tell what the address asks for: why, and where to go from here. */
export function Refused({ at, sentence }: { at: Route; sentence: string }) {
  const asked = at.page === 'table' ? at.view.resource : at.page === 'object' ? at.resource : '';
  const unknown = asked !== '' && !kinds.value.some((kind) => kind.resource === asked);
  return (
    <>
      <header class="page-head">
        <h1>{asked || 'This view'}</h1>
      </header>
      <Notice icon="not-served" tone="error" title={sentence}>
        {unknown && <Meant asked={asked} at={at} />}
        {at.page === 'table' && at.view.labels && (
          <p>
            The labels asked for are <code>{at.view.labels}</code>.{' '}
            <a href={formatRoute({ page: 'table', view: { ...at.view, labels: '' } })}>Show all, whatever their labels</a>
          </p>
        )}
        <WaysOn>
          <button type="button" onClick={askAgain}>
            Try again
          </button>
        </WaysOn>
      </Notice>
    </>
  );
}

function Meant({ asked, at }: { asked: string; at: Route }) {
  const named = new Map(kinds.value.flatMap((kind) => [[kind.resource, kind] as const, [kind.kind, kind] as const]));
  const meant = new Set(near(asked, [...named.keys()]).map((name) => named.get(name)!));
  const scope = at.page === 'table' ? { clusters: at.view.clusters, namespace: at.view.namespace } : {};
  if (meant.size === 0) return <p>The navigation lists all kinds that these clusters have.</p>;
  return (
    <p class="meant">
      Perhaps you mean
      {[...meant].map((kind) => (
        <a key={kind.resource} class="button" href={formatRoute(tableOf(kind.resource, scope))}>
          {manyOf(kind.kind, kind.resource)}
        </a>
      ))}
    </p>
  );
}

/** Where to go when there is nothing here. */
export function WaysOn({ children }: { children?: ComponentChildren }) {
  return (
    <p class="ways-on">
      {children}
      <a class="button" href={formatRoute({ page: 'fleet' })}>
        Fleet
      </a>
      <button type="button" onClick={() => (paletteOpen.value = true)}>
        Search all clusters
      </button>
    </p>
  );
}
