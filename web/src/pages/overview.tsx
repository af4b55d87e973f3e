import type { Column, Json, KubeObject, Row } from '../hub/types';
import { Age } from '../parts/state';
import { RelatedGraph } from '../parts/graph';
import { tableOf, formatRoute } from '../state/route';
import type { ObjectRoute } from './object';

/** What one wants to know of an object at first sight. */
export function Overview({ at, row, columns }: { at: ObjectRoute; row: Row; columns: Column[] }) {
  const object = row.object ?? {};
  return (
    <div class="overview">
      <section class="panel">
        <h2>Summary</h2>
        <dl class="summary">
          {columns.map((column, i) => (
            <div key={column.name} title={column.description}>
              <dt>{column.name}</dt>
              <dd>{column.format === 'age' ? <Age moment={row.cells[i] as string | null} /> : String(row.cells[i] ?? '–')}</dd>
            </div>
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

function Labels({ at, labels }: { at: ObjectRoute; labels: Record<string, string> }) {
  const entries = Object.entries(labels);
  if (entries.length === 0) return null;
  return (
    <ul class="labels" aria-label="Labels">
      {entries.map(([key, value]) => (
        <li key={key}>
          <a href={formatRoute(tableOf(at.resource, { clusters: [at.cluster], labels: `${key}=${value}` }))} title="All with this label">
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
          {conditions.map((condition) => (
            <tr key={text(condition['type'])} title={text(condition['message'])}>
              <td>{text(condition['type'])}</td>
              <td>{text(condition['status'])}</td>
              <td>{text(condition['reason']) || '–'}</td>
              <td>
                <Age moment={text(condition['lastTransitionTime'])} />
              </td>
            </tr>
          ))}
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
    <section class="panel">
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
                <td class="mono">{text(container['image'])}</td>
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
