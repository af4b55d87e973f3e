import { signal } from '@preact/signals';
import { Icon, type IconName } from '../components/icons';
import { clusters } from '../state/live';
import { formatRoute, problemsOf, route, tableOf, type Route } from '../state/route';
import { pluralKind } from '../text/names';
import { plural } from '../text/size';
import { kinds, sections } from './kinds';

export const navOpen = signal(false);

export function Nav() {
  const here = route.value;
  const scope = scopeOf(here);
  let errors = 0;
  for (const cluster of clusters.value.values()) errors += cluster.problems?.error ?? 0;
  return (
    <nav class={`nav ${navOpen.value ? 'open' : ''}`} aria-label="Pages and kinds" onClick={() => (navOpen.value = false)}>
      <Place to={{ page: 'fleet' }} icon="fleet" title="Fleet" current={here.page === 'fleet'} />
      <Place
        to={problemsOf()}
        icon="warning"
        title="Problems"
        current={here.page === 'problems'}
        count={errors}
      />
      <Place to={{ page: 'sync', cluster: '' }} icon="sync" title="Sync" current={here.page === 'sync'} />
      {sections(kinds.value).map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.kinds.map((kind) => (
            <a
              key={kind.resource}
              href={formatRoute(tableOf(kind.resource, scope))}
              aria-current={resourceOf(here) === kind.resource ? 'page' : undefined}
              title={kind.resource}
            >
              {pluralKind(kind.kind, kind.resource)}
            </a>
          ))}
        </section>
      ))}
    </nav>
  );
}

function Place(props: { to: Route; icon: IconName; title: string; current: boolean; count?: number }) {
  return (
    <a class="place" href={formatRoute(props.to)} aria-current={props.current ? 'page' : undefined}>
      <Icon name={props.icon} />
      {props.title}
      {!!props.count && (
        <span class="nav-count" title={plural(props.count, 'error')}>
          {props.count}
        </span>
      )}
    </a>
  );
}

const resourceOf = (here: Route) => (here.page === 'table' ? here.view.resource : here.page === 'object' ? here.resource : '');

/** Links to other kinds keep the current clusters and namespace. */
function scopeOf(here: Route): { clusters?: string[]; namespace?: string } {
  if (here.page === 'table') return { clusters: here.view.clusters, namespace: here.view.namespace };
  if (here.page === 'object') return { clusters: [here.cluster] };
  return {};
}
