import type { Json } from '../hub/types';
import { now } from '../state/clock';
import { span } from '../text/age';
import type { Difference } from '../text/diff';
import { yamlText } from '../text/yaml';
import { Notice } from './notice';

export interface Change {
  at: number;
  found: Difference[];
  deleted: boolean;
}

/** Changes of an object: path, old value, new value. */
export function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) {
    return (
      <Notice icon="stale" title="No changes since this page was opened">
        Changes of the object appear here as they happen.
      </Notice>
    );
  }
  return (
    <ol class="changes">
      {changes.map((change) => (
        <li key={change.at}>
          <h3>
            <time dateTime={new Date(change.at).toISOString()}>{new Date(change.at).toLocaleTimeString()}</time>
            <span class="faint">{span(now.value - change.at)} ago</span>
          </h3>
          {change.deleted && <p class="tone-error">Deleted</p>}
          {change.found.map((difference) => (
            <div class="change" key={difference.path}>
              <code>{difference.path}</code>
              {difference.before !== undefined && <Side sign="−" class="removed" value={difference.before} />}
              {difference.after !== undefined && <Side sign="+" class="added" value={difference.after} />}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

function Side(props: { sign: string; class: string; value: Json }) {
  const word = props.class === 'added' ? 'now' : 'before';
  return (
    <pre class={props.class}>
      <span aria-hidden="true">{props.sign}</span>
      <span class="sr">{word}: </span>
      {yamlText(props.value).trimEnd()}
    </pre>
  );
}
