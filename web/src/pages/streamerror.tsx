import type { ComponentChildren } from 'preact';
import { kinds } from '../app/kinds';
import { paletteOpen } from '../app/keys';
import { Notice } from '../components/notice';
import { askAgain, clusters } from '../state/live';
import { formatRoute, type Route, type TableView, tableOf } from '../state/route';
import { pluralKind, near } from '../text/names';

/** Shown when the hub refuses the requested stream: the reason, and links to other pages. */
export function Refused({ at, sentence }: { at: Route; sentence: string }) {
  const asked = at.page === 'table' ? at.view.resource : at.page === 'object' ? at.resource : '';
  const kind = kinds.value.find((each) => each.resource === asked);
  const unknown = asked !== '' && !kind;
  return (
    <>
      <header class="page-head">
        <h1>{kind ? pluralKind(kind.kind, kind.resource) : asked || 'This view'}</h1>
      </header>
      <Notice icon="not-served" tone="error" title={sentence}>
        {unknown && <Meant asked={asked} at={at} />}
        {at.page === 'table' && <OtherClusters view={at.view} />}
        {at.page === 'table' && at.view.labels && (
          <p>
            Label selector: <code>{at.view.labels}</code>.{' '}
            <a href={formatRoute({ page: 'table', view: { ...at.view, labels: '' } })}>Remove the label selector</a>
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

const MOST = 8;

/** The same view for existing clusters, if an unknown one was requested. */
function OtherClusters({ view }: { view: TableView }) {
  const wrong = view.clusters.find((id) => !id.includes('*') && !clusters.value.has(id));
  if (wrong === undefined) return null;
  const meant = near(wrong, [...clusters.value.keys()], MOST);
  return (
    <p class="meant">
      This hub has
      {(meant.length > 0 ? meant : [...clusters.value.keys()].slice(0, MOST)).map((id) => (
        <a key={id} class="button" href={formatRoute({ page: 'table', view: { ...view, clusters: [id] } })}>
          {id}
        </a>
      ))}
    </p>
  );
}

function Meant({ asked, at }: { asked: string; at: Route }) {
  const named = new Map(kinds.value.flatMap((kind) => [[kind.resource, kind] as const, [kind.kind, kind] as const]));
  const meant = new Set(near(asked, [...named.keys()]).map((name) => named.get(name)!));
  const scope = at.page === 'table' ? { clusters: at.view.clusters, namespace: at.view.namespace } : {};
  if (meant.size === 0) return <p>See the navigation for all kinds of these clusters.</p>;
  return (
    <p class="meant">
      Did you mean
      {[...meant].map((kind) => (
        <a key={kind.resource} class="button" href={formatRoute(tableOf(kind.resource, scope))}>
          {pluralKind(kind.kind, kind.resource)}
        </a>
      ))}
    </p>
  );
}

/** Links for a page without content. */
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
