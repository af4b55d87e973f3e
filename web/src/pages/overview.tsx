import type { CellValue, Column, Json, KubeObject, Row } from '../hub/types';
import { Breaks } from '../components/breaks';
import { Age } from '../components/state';
import { RelatedGraph } from '../components/graph';
import { tableOf, formatRoute } from '../state/route';
import { isAbnormal } from '../text/conditions';
import type { ObjectRoute } from './object';

/** Overview of an object. */
export function Overview({ at, row, columns }: { at: ObjectRoute; row: Row; columns: Column[] }) {
  const object = row.object ?? {};
  return (
    <div class="overview">
      <section class="panel">
        <h2>Summary</h2>
        <dl class="summary">
          {columns.map((column, i) => (
            <SummaryFact key={column.name} at={at} column={column} value={row.cells[i] ?? null} problem={row.problem} />
          ))}
        </dl>
        {row.problem && (
          <p class={`problem-text is-${row.problem.severity}`}>
            <b>{row.problem.reason}</b> {row.problem.message}
          </p>
        )}
        <Labels at={at} labels={row.labels ?? {}} />
      </section>
      <Conditions object={object} />
      <section class="panel wide">
        <h2>Related</h2>
        <RelatedGraph at={at} version={row.version} />
      </section>
      <Containers object={object} />
    </div>
  );
}

/** A cell of the object's row. Empty cells are omitted, and so is the name, which is in the heading. */
function SummaryFact({ at, column, value, problem }: { at: ObjectRoute; column: Column; value: CellValue; problem: Row['problem'] }) {
  const says = String(value ?? '');
  if (column.format === 'name' || says === '' || says === '<none>') return null;
  const node = column.name === 'Node' && formatRoute({ page: 'object', cluster: at.cluster, resource: 'nodes', namespace: '', name: says, tab: '' });
  const tone = column.name === 'Status' && problem ? `tone-${problem.severity}` : '';
  return (
    <div title={column.description} class={says.length > 24 && column.format !== 'age' ? 'long' : ''}>
      <dt>{column.name}</dt>
      <dd class={tone}>{column.format === 'age' ? <Age moment={says} /> : node ? <a href={node}>{says}</a> : says}</dd>
    </div>
  );
}

function Labels({ at, labels }: { at: ObjectRoute; labels: Record<string, string> }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return (
    <ul class="labels" aria-label="Labels">
      {entries.map(([key, value]) => (
        <li key={key}>
          <a href={formatRoute(tableOf(at.resource, { clusters: [at.cluster], labels: `${key}=${value}` }))} title="Show all with this label">
            {key}
            <b>{value}</b>
          </a>
        </li>
      ))}
    </ul>
  );
}

const map = (value: Json | undefined): KubeObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {});
const list = (value: Json | undefined): KubeObject[] => (Array.isArray(value) ? value.map(map) : []);
const text = (value: Json | undefined): string => (value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

function Conditions({ object }: { object: KubeObject }) {
  const conditions = list(map(object['status'])['conditions']);
  if (conditions.length === 0) return null;
  return (
    <section class="panel">
      <h2>Conditions</h2>
      <table class="plain">
        <thead>
          <tr>
            <th>Type</th>
            <th>Status</th>
            <th>Reason</th>
            <th>Since</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map((condition) => {
            const [type, status, reason] = [text(condition['type']), text(condition['status']), text(condition['reason'])];
            const wrong = isAbnormal({ type, status, reason });
            return (
              <tr key={type} title={text(condition['message'])}>
                <td class="break">
                  <Breaks name={type} />
                </td>
                <td class={wrong ? 'tone-warning' : ''}>{status}</td>
                <td class="break">
                  {reason ? <Breaks name={reason} /> : <span class="faint">–</span>}
                  {wrong && <span class="faint under">{text(condition['message'])}</span>}
                </td>
                <td>
                  <Age moment={text(condition['lastTransitionTime'])} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Containers({ object }: { object: KubeObject }) {
  const spec = map(object['spec']);
  const template = map(map(spec['template'])['spec']);
  const containers = [...list(spec['containers']), ...list(template['containers'])];
  if (containers.length === 0) return null;
  const statuses = new Map(list(map(object['status'])['containerStatuses']).map((status) => [text(status['name']), status]));
  return (
    <section class="panel wide">
      <h2>Containers</h2>
      <table class="plain">
        <thead>
          <tr>
            <th>Name</th>
            <th>Image</th>
            {statuses.size > 0 && <th>State</th>}
            {statuses.size > 0 && <th class="num">Restarts</th>}
          </tr>
        </thead>
        <tbody>
          {containers.map((container) => {
            const status = statuses.get(text(container['name']));
            return (
              <tr key={text(container['name'])}>
                <td>{text(container['name'])}</td>
                <td class="mono break">{text(container['image'])}</td>
                {statuses.size > 0 && <td>{stateOf(status)}</td>}
                {statuses.size > 0 && <td class="num">{text(status?.['restartCount'])}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function stateOf(status: KubeObject | undefined): string {
  const [name, detail] = Object.entries(map(status?.['state']))[0] ?? ['unknown', {}];
  const reason = text(map(detail)['reason']);
  return reason ? `${name}: ${reason}` : name;
}
