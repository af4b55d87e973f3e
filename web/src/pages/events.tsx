import { useEffect, useState } from 'preact/hooks';
import { ask, clusterPath, HubError } from '../hub/api';
import type { Column, Row } from '../hub/types';
import { Notice } from '../parts/empty';
import { Icon } from '../parts/icons';
import { Age } from '../parts/state';
import { clusters } from '../state/live';
import { useCalm } from '../state/usecalm';
import type { ObjectRoute } from './object';

interface Answer {
  columns: Column[];
  rows: Row[];
  clusters?: { state: string; error?: string }[];
}

/** The cluster's events about an object; read again when the object changes, or anything in its cluster does. */
export function Events({ at, kind, version }: { at: ObjectRoute; kind: string | undefined; version: string }) {
  const [answer, setAnswer] = useState<Answer | { failed: string } | undefined>();
  const pushed = clusters.value.get(at.cluster)?.lastSync;
  const calm = useCalm(`${version} ${pushed}`, 3000);
  useEffect(() => {
    const abort = new AbortController();
    // A Service and its Deployment often have one name.
    const about = `involvedObject.name=${at.name}${kind ? `,involvedObject.kind=${kind}` : ''}`;
    const query = new URLSearchParams({ fieldSelector: about, sort: '-Last Seen', limit: '200' });
    if (at.namespace) query.set('namespace', at.namespace);
    ask<Answer>(clusterPath(at.cluster, `/resources/events?${query}`), { signal: abort.signal }).then(setAnswer, (e: unknown) => {
      if (!abort.signal.aborted) setAnswer({ failed: e instanceof HubError ? e.message : 'The hub does not answer.' });
    });
    return () => abort.abort();
  }, [at.cluster, at.namespace, at.name, kind, calm]);
  if (!answer) return null;
  if ('failed' in answer) return <Notice icon="error" tone="error" title="The events can’t be shown">{answer.failed}</Notice>;
  const wanting = answer.clusters?.find((cluster) => cluster.error);
  if (wanting) return <Notice icon="syncing" title="The events can’t be shown">{wanting.error}</Notice>;
  if (answer.rows.length === 0) {
    return (
      <Notice icon="empty" title="No events">
        The cluster keeps events for about an hour; it has none about this object.
      </Notice>
    );
  }
  const cell = (row: Row, name: string) => row.cells[answer.columns.findIndex((column) => column.name === name)] ?? null;
  return (
    <table class="plain">
      <thead>
        <tr>
          <th>Last seen</th>
          <th>Type</th>
          <th>Reason</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        {answer.rows.map((row) => (
          <tr key={row.uid}>
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
  );
}
