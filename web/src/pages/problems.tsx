import { useMemo } from 'preact/hooks';
import { Notice } from '../components/notice';
import { Grid, type GridColumn } from '../components/grid';
import { Age, ProblemTag } from '../components/state';
import { batch, clusters, store } from '../state/live';
import { order, textFilter } from '../state/order';
import { pending } from '../state/pending';
import { refine, type Route } from '../state/route';
import { PROBLEM_KINDS } from '../state/subscription';
import type { Entry } from '../state/rowstore';
import { useView } from '../state/useview';
import { plural } from '../text/size';
import { hrefOf, Name, placeColumn } from './columns';
import { PartStates } from './freshnessnotices';

type At = Extract<Route, { page: 'problems' }>;

/** All problems of all clusters, worst first. */
export function ProblemsPage({ at }: { at: At }) {
  void batch.value;
  const source = store.value;
  // Counted before filtering by reason, so that the other reasons stay visible.
  const matches = useMemo(() => {
    const text = textFilter(at.q);
    return (entry: Entry) => !!entry.row.problem && (!at.cluster || entry.row.cluster === at.cluster) && text(entry);
  }, [at.q, at.cluster]);
  const compare = useMemo(() => order(at.sort || 'severity', []), [at.sort]);
  const all = useView(matches, compare).rows;
  const rows = at.reason ? all.filter((entry) => entry.row.problem?.reason === at.reason) : all;
  const parts = source.parts();
  const loading = pending(parts, clusters.value.keys(), PROBLEM_KINDS);
  const set = (change: Partial<At>) => refine({ ...at, ...change });
  const errors = all.filter((entry) => entry.row.problem?.severity === 'error').length;
  const columns = useMemo(() => problemColumns(rows, source), [source, Math.ceil(Math.log2(rows.length + 1)), clusters.value.size > 1]);
  return (
    <div class="page-table">
      <header class="page-head">
        <h1>Problems</h1>
        <p class="faint">{loading ? 'Loading…' : `${plural(errors, 'error')}, ${plural(all.length - errors, 'warning')}`}</p>
        <div class="toolbar" role="search">
          <input type="search" data-filter aria-label="Filter problems" placeholder="Filter  ( / )" value={at.q} onInput={(event) => set({ q: event.currentTarget.value })} />
          <select aria-label="Cluster" value={at.cluster} onChange={(event) => set({ cluster: event.currentTarget.value })}>
            <option value="">All clusters</option>
            {[...clusters.value.keys()].map((id) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </div>
        <Reasons rows={all} chosen={at.reason} onChoose={(reason) => set({ reason })} />
      </header>
      <PartStates parts={worstParts(parts.filter((part) => !at.cluster || part.cluster === at.cluster))} />
      {rows.length > 0 ? (
        <Grid label="Problems" columns={columns} rows={rows} sort={at.sort} onSort={(sort) => set({ sort })} href={hrefOf} />
      ) : (
        !loading &&
        (at.q || at.reason ? (
          <Notice icon="search" title="No problems match the filter" />
        ) : (
          <Notice icon="fresh" tone="fresh" title="No problems found">
            No crash loops, image errors, pending pods, failed jobs or unready nodes.
          </Notice>
        ))
      )}
    </div>
  );
}

/** Problem reasons with their counts, selectable as a filter. */
function Reasons({ rows, chosen, onChoose }: { rows: readonly Entry[]; chosen: string; onChoose(reason: string): void }) {
  const counts = new Map<string, { errors: number; count: number }>();
  for (const { row } of rows) {
    const { reason, severity } = row.problem!;
    const { errors, count } = counts.get(reason) ?? { errors: 0, count: 0 };
    counts.set(reason, { errors: errors + Number(severity === 'error'), count: count + 1 });
  }
  if (chosen && !counts.has(chosen)) counts.set(chosen, { errors: 0, count: 0 });
  // The same reason can be an error for some objects and a warning for others; use the majority.
  const worst = ({ errors, count }: { errors: number; count: number }) => (count > 0 && errors * 2 >= count ? 'error' : 'warning');
  if (counts.size < 2 && !chosen) return null;
  return (
    <div class="reasons" role="group" aria-label="Problems by reason">
      {[...counts]
        .sort(([a, x], [b, y]) => worst(x).localeCompare(worst(y)) || y.count - x.count || a.localeCompare(b))
        .map(([reason, each]) => (
          <button key={reason} type="button" class={`is-${worst(each)}`} aria-pressed={reason === chosen} onClick={() => onChoose(reason === chosen ? '' : reason)}>
            {reason} <b>{each.count}</b>
          </button>
        ))}
    </div>
  );
}

/** The worst part per cluster: a disconnected cluster is disconnected for all its kinds, and one notice is enough. */
function worstParts(parts: ReturnType<typeof store.value.parts>) {
  const one = new Map<string, (typeof parts)[number]>();
  for (const part of parts) {
    if (part.unavailable?.state === 'not-served') continue;
    const known = one.get(part.cluster);
    if (!known || (part.unavailable && !known.unavailable)) one.set(part.cluster, part);
  }
  return [...one.values()];
}

function problemColumns(rows: readonly Entry[], source: typeof store.value): GridColumn[] {
  const kindOf = (entry: Entry) => source.columns.get(entry.resource)?.kind ?? entry.resource;
  const several = clusters.peek().size > 1;
  const placeOf = ({ row }: Entry) => [several && row.cluster, row.namespace].filter(Boolean).join(' / ');
  return [
    { id: 'Reason', title: 'Problem', cell: -1, chars: 20, grows: 0, firstLine: 'right', render: ({ row }) => row.problem && <ProblemTag problem={row.problem} /> },
    { id: 'Name', title: 'Name', cell: -1, chars: 28, grows: 2, firstLine: 'left', render: (entry) => <Name entry={entry} plain /> },
    { ...placeColumn('Kind', rows, kindOf), grows: 0 },
    { ...placeColumn(several ? 'Cluster' : 'Namespace', rows, placeOf), title: several ? 'Cluster / namespace' : 'Namespace', grows: 0 },
    { id: 'Message', title: 'Message', cell: -1, chars: 24, grows: 4, render: ({ row }) => <span title={row.problem?.message}>{row.problem?.message}</span> },
    { id: 'Created', title: 'Age', cell: -1, chars: 6, grows: 0, render: ({ row }) => <Age moment={row.created} /> },
  ];
}
