import type { Column, Row } from '../hub/types';
import { Notice } from '../components/notice';
import { Icon } from '../components/icons';
import { Age } from '../components/state';
import type { Part } from '../state/rowstore';
import { PartStates } from './freshnessnotices';

/** Kubernetes events about an object, latest first, from the object's stream. */
export function Events({ part, columns }: { part: Part | undefined; columns: Column[] }) {
  if (!part) return <Notice icon="empty" title="No events">This cluster has no events for objects of this kind.</Notice>;
  if (part.unavailable) return <PartStates parts={[part]} alone />;
  if (!part.whole) return <div class="skeleton" aria-hidden="true" />;
  const cell = (row: Row, name: string) => row.cells[columns.findIndex((column) => column.name === name)] ?? null;
  const seen = (row: Row) => String(cell(row, 'Last Seen') ?? row.created ?? '');
  const entries = [...part.rows.values()].sort((a, b) => (seen(a.row) < seen(b.row) ? 1 : -1));
  if (entries.length === 0) {
    return (
      <Notice icon="empty" title="No events">
        Clusters keep events for about an hour, and there are none about this object. New ones will appear here.
      </Notice>
    );
  }
  return (
    <section class="panel">
      <table class="plain events">
        <thead>
          <tr>
            <th>Last seen</th>
            <th>Type</th>
            <th>Reason</th>
            <th>Message</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ row, changes, changedAt }) => (
            <tr key={row.uid} class={changedAt ? (changes % 2 ? 'hot-odd' : 'hot-even') : ''}>
              <td>
                <Age moment={cell(row, 'Last Seen') as string | null} />
              </td>
              <td class={cell(row, 'Type') === 'Warning' ? 'tone-warning' : ''}>
                {cell(row, 'Type') === 'Warning' && <Icon name="warning" />} {cell(row, 'Type')}
              </td>
              <td>{cell(row, 'Reason')}</td>
              <td class="wrap">{cell(row, 'Message')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
