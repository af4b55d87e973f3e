import { useMemo, useRef } from 'preact/hooks';
import { kinds } from '../app/kinds';
import { Notice } from '../components/notice';
import { Grid, type GridColumn } from '../components/grid';
import { presently } from '../components/state';
import { batch, clusters, store } from '../state/live';
import { order, textFilter } from '../state/order';
import { inScope, pending } from '../state/pending';
import { refine, type TableView } from '../state/route';
import type { Entry, Part } from '../state/rowstore';
import { useView } from '../state/useview';
import { pluralKind } from '../text/names';
import { emptyState } from '../text/emptystate';
import { count, plural } from '../text/size';
import { gridColumns, hrefOf, type Places } from './columns';
import { PartStates } from './freshnessnotices';
import { Toolbar } from './toolbar';

export function TablePage({ view }: { view: TableView }) {
  void batch.value;
  const source = store.value;
  const about = [...source.columns.values()][0];
  const columns = about?.columns ?? [];
  const matches = useMemo(() => textFilter(view.q), [view.q]);
  const sort = view.sort || usualSort(view.resource);
  const compare = useMemo(() => order(sort, columns), [sort, columns]);
  const rows = useView(matches, compare).rows;
  const parts = source.parts();
  const loading = pending(parts, inScope(clusters.value.keys(), view.clusters), [about?.resource ?? view.resource]);
  const missing = parts.every((part) => part.unavailable);
  const kind = about ?? kinds.value.find((each) => each.resource === view.resource) ?? { kind: view.resource, resource: view.resource };
  const many = pluralKind(kind.kind, kind.resource);
  const shown = useColumns(columns, rows, {
    cluster: clusters.value.size > 1 && view.clusters.length !== 1,
    namespace: (about?.namespaced ?? false) && !view.namespace,
  });
  const set = (change: Partial<TableView>) => refine({ page: 'table', view: { ...view, ...change } });
  const total = source.size;
  return (
    <div class="page-table">
      <header class="page-head">
        <h1>{many}</h1>
        <p class="faint">
          {loading ? <Arriving here={total} expected={source.expected} /> : missing ? 'nothing to show' : view.q ? `${count(rows.length)} of ${count(total)}` : plural(total, 'row')}
        </p>
        <Toolbar view={view} namespaced={about?.namespaced ?? true} onChange={set} />
      </header>
      <PartStates parts={parts} alone={!loading && parts.length === 1} />
      {rows.length > 0 ? (
        <Grid label={many} columns={shown} rows={rows} sort={sort} onSort={(sort) => set({ sort })} href={hrefOf} />
      ) : (
        !loading && !missing && <Empty view={view} parts={parts} total={total} kinds={many} />
      )}
      {rows.length === 0 && loading && <div class="skeleton" aria-hidden="true" />}
    </div>
  );
}

/** Default sort order: events by time, everything else by name. */
const usualSort = (resource: string) => (/^events(\.|$)/.test(resource) ? 'Last Seen' : '');

/** Progress of loading the first rows. */
function Arriving({ here, expected }: { here: number; expected: number | undefined }) {
  if (!expected || expected <= here) return <>{count(here)} so far …</>;
  return (
    <>
      {count(here)} of {count(expected)} rows <progress max={expected} value={here} aria-label="Rows loading" />
    </>
  );
}

function Empty({ view, parts, total, kinds }: { view: TableView; parts: readonly Part[]; total: number; kinds: string }) {
  const narrowed = [view.namespace && `namespace ${view.namespace}`, view.labels && `labels ${view.labels}`].filter((each) => each !== '');
  if (total > 0) return <Notice icon="search" title="No rows match the filter">{`None of ${plural(total, 'row')} contains “${view.q}”.`}</Notice>;
  const sure = parts.every((part) => !part.unavailable && presently(part).state === 'fresh');
  const { title, text } = emptyState(kinds, { clusters: parts.length, sure, narrowed });
  return (
    <Notice icon="empty" title={title}>
      {text}
    </Notice>
  );
}

/** Widths are measured when the columns change and when there are many more rows, not on every change. */
function useColumns(columns: Parameters<typeof gridColumns>[0], rows: readonly Entry[], places: Places): GridColumn[] {
  const latest = useRef(rows);
  latest.current = rows;
  const magnitude = Math.ceil(Math.log2(rows.length + 1) / 3);
  return useMemo(() => gridColumns(columns, latest.current, places), [columns, magnitude, places.cluster, places.namespace]);
}
