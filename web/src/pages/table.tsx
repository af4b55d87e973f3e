import { useMemo, useRef } from 'preact/hooks';
import { kinds } from '../app/kinds';
import { Notice } from '../parts/empty';
import { Grid, type GridColumn } from '../parts/grid';
import { batch, clusters, link, store } from '../state/live';
import { order, textFilter } from '../state/order';
import { inScope, pending } from '../state/pending';
import { refine, type TableView } from '../state/route';
import type { Entry } from '../state/rowstore';
import { useView } from '../state/useview';
import { count, plural } from '../text/size';
import { gridColumns, hrefOf, type Places } from './columns';
import { PartStates } from './parts-state';
import { Toolbar } from './toolbar';

export function TablePage({ view }: { view: TableView }) {
  void batch.value;
  const source = store.value;
  const about = [...source.columns.values()][0];
  const columns = about?.columns ?? [];
  const matches = useMemo(() => textFilter(view.q), [view.q]);
  const compare = useMemo(() => order(view.sort, columns), [view.sort, columns]);
  const rows = useView(matches, compare).rows;
  const parts = source.parts();
  const loading = pending(parts, inScope(clusters.value.keys(), view.clusters), [about?.resource ?? view.resource]);
  const missing = parts.every((part) => part.unavailable);
  const kind = about?.kind ?? kinds.value.find((each) => each.resource === view.resource)?.kind ?? view.resource;
  const shown = useColumns(columns, rows, {
    cluster: clusters.value.size > 1 && view.clusters.length !== 1,
    namespace: (about?.namespaced ?? false) && !view.namespace,
    narrow: innerWidth < 760,
  });
  const set = (change: Partial<TableView>) => refine({ page: 'table', view: { ...view, ...change } });
  const total = source.size;
  return (
    <div class="page-table">
      <header class="page-head">
        <h1>{kind}</h1>
        <p class="faint">
          {link.value.state === 'refused' ? 'nothing to show' : loading ? `${count(total)} so far …` : missing ? 'nothing to show' : view.q ? `${count(rows.length)} of ${count(total)}` : plural(total, 'row')}
        </p>
        <Toolbar view={view} namespaced={about?.namespaced ?? true} onChange={set} />
      </header>
      <PartStates parts={parts} alone={!loading && parts.length === 1} />
      {rows.length > 0 ? (
        <Grid label={kind} columns={shown} rows={rows} sort={view.sort} onSort={(sort) => set({ sort })} href={hrefOf} />
      ) : (
        !loading && !missing && <Empty view={view} total={total} kind={kind} />
      )}
      {rows.length === 0 && loading && link.value.state !== 'refused' && <div class="skeleton" aria-hidden="true" />}
    </div>
  );
}

function Empty({ view, total, kind }: { view: TableView; total: number; kind: string }) {
  const narrowed = [view.namespace && `namespace ${view.namespace}`, view.labels && `labels ${view.labels}`].filter(Boolean);
  if (total > 0) return <Notice icon="search" title="No row matches the filter">{`None of ${plural(total, 'row')} has “${view.q}”.`}</Notice>;
  return (
    <Notice icon="empty" title={`There is no ${kind}`}>
      {narrowed.length > 0 ? `Not in ${narrowed.join(' with ')}.` : 'The cluster was read whole, and has none.'}
    </Notice>
  );
}

/** Widths are measured when the columns are new and when there are many more rows, not with every change. */
function useColumns(columns: Parameters<typeof gridColumns>[0], rows: readonly Entry[], places: Places): GridColumn[] {
  const latest = useRef(rows);
  latest.current = rows;
  const magnitude = Math.ceil(Math.log2(rows.length + 1) / 3);
  return useMemo(() => gridColumns(columns, latest.current, places), [columns, magnitude, places.cluster, places.namespace, places.narrow]);
}
