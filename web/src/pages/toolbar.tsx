import { useEffect, useState } from 'preact/hooks';
import { ask, HubError } from '../hub/api';
import { clusters } from '../state/live';
import type { TableView } from '../state/route';

interface Props {
  view: TableView;
  namespaced: boolean;
  onChange(change: Partial<TableView>): void;
}

/** Filters of a table: the text filter applies immediately, the others on Enter or when the field loses focus. */
export function Toolbar({ view, namespaced, onChange }: Props) {
  return (
    <div class="toolbar" role="search">
      <input
        type="search"
        data-filter
        aria-label="Filter rows"
        placeholder="Filter  ( / )"
        value={view.q}
        onInput={(event) => onChange({ q: event.currentTarget.value })}
      />
      {clusters.value.size > 1 && (
        <select
          aria-label="Cluster"
          value={view.clusters.length === 1 ? view.clusters[0]! : view.clusters.length > 1 ? '*' : ''}
          onChange={(event) => onChange({ clusters: event.currentTarget.value ? [event.currentTarget.value] : [] })}
        >
          <option value="">All clusters</option>
          {view.clusters.length > 1 && <option value="*">{view.clusters.join(', ')}</option>}
          {[...clusters.value.keys()].map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      )}
      {namespaced && <Namespace view={view} onChange={onChange} />}
      <Entered label="Labels" class="label-field" placeholder="Labels: app=web" value={view.labels} onEnter={(labels) => onChange({ labels })} />
      <label class="check" title="Include the columns of kubectl -o wide">
        <input type="checkbox" checked={view.wide} onChange={(event) => onChange({ wide: event.currentTarget.checked })} />
        All columns
      </label>
    </div>
  );
}

function Namespace({ view, onChange }: Omit<Props, 'namespaced'>) {
  const [names, setNames] = useState<string[]>([]);
  const load = () => {
    const scope = view.clusters.map((id) => `&cluster=${encodeURIComponent(id)}`).join('');
    ask<{ rows: { name: string }[] }>(`/api/v1/resources/namespaces?limit=5000${scope}`).then(
      (answer) => setNames([...new Set(answer.rows.map((row) => row.name))].sort()),
      (e: unknown) => {
        // Without the list, the namespace can still be typed.
        if (!(e instanceof HubError || e instanceof TypeError)) throw e;
      },
    );
  };
  return (
    <>
      <Entered label="Namespace" placeholder="All namespaces" list="namespaces" value={view.namespace} onFocus={load} onEnter={(namespace) => onChange({ namespace })} />
      <datalist id="namespaces">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

interface EnteredProps {
  label: string;
  placeholder: string;
  value: string;
  class?: string;
  list?: string;
  onFocus?(): void;
  onEnter(value: string): void;
}

/** A field that applies on Enter or when it loses focus, because each value is a new request to the hub. */
function Entered({ label, value, onEnter, class: look = 'narrow', ...rest }: EnteredProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const enter = (entered: string) => entered.trim() !== value && onEnter(entered.trim());
  return (
    <input
      type="search"
      class={look}
      aria-label={label}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value);
        if (event.currentTarget.value === '' || !('inputType' in event)) enter(event.currentTarget.value);
      }}
      onChange={(event) => enter(event.currentTarget.value)}
      {...rest}
    />
  );
}
