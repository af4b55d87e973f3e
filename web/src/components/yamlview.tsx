import { useMemo, useState } from 'preact/hooks';
import type { KubeObject } from '../hub/types';
import { type Line, yamlLines, yamlText } from '../text/yaml';
import { copy } from './clipboard';
import { Icon } from './icons';

/** Long texts start folded. */
const LONG = 60;
const SAID_MS = 2000;

/** An object as foldable YAML. */
export function YamlView({ object }: { object: KubeObject }) {
  const lines = useMemo(() => yamlLines(object), [object]);
  const paths = useMemo(() => pathsOf(lines), [lines]);
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(lines.flatMap((line, i) => (line.type === 'block' && line.folds > LONG ? [paths[i]!] : []))),
  );
  const [said, say] = useState('Copy');
  const copyAll = async () => {
    say((await copy(yamlText(object))) ? 'Copied' : 'Not allowed');
    setTimeout(() => say('Copy'), SAID_MS);
  };
  const toggle = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  const tops = lines.flatMap((line, i) => (line.depth === 0 && line.folds > 0 ? [paths[i]!] : []));
  return (
    <div class="yaml">
      <div class="yaml-tools">
        <button type="button" onClick={() => setFolded(new Set(folded.size > 0 ? [] : tops))}>
          {folded.size > 0 ? 'Unfold all' : 'Fold all'}
        </button>
        <button type="button" onClick={() => void copyAll()}>
          <Icon name="copy" /> <span role="status">{said}</span>
        </button>
      </div>
      <pre tabIndex={0} aria-label="YAML">
        {visible(lines, paths, folded).map((i) => (
          <YamlLine key={paths[i]} line={lines[i]!} folded={folded.has(paths[i]!)} onFold={() => toggle(paths[i]!)} />
        ))}
      </pre>
    </div>
  );
}

function YamlLine({ line, folded, onFold }: { line: Line; folded: boolean; onFold(): void }) {
  return (
    <div class="yaml-line">
      {line.folds > 0 ? (
        <button type="button" class="fold" aria-expanded={!folded} aria-label={`${folded ? 'Unfold' : 'Fold'} ${line.key || 'item'}`} onClick={onFold}>
          <Icon name={folded ? 'right' : 'down'} />
        </button>
      ) : (
        <span class="fold" />
      )}
      <code>
        {'  '.repeat(line.depth)}
        {line.dash && <span class="y-dash">- </span>}
        {line.key && <span class="y-key">{line.key}:</span>}
        {line.value && (
          <span class={`y-${line.type}`}>
            {line.key && ' '}
            {line.value}
          </span>
        )}
        {folded && <span class="faint"> … {line.folds} lines</span>}
      </code>
    </div>
  );
}

/** A key for each line that is stable while other lines come and go. */
function pathsOf(lines: Line[]): string[] {
  const above: string[] = [];
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const depth = line.depth + (line.dash ? 0.5 : 0);
    const parent = above[line.depth - 1] ?? '';
    const base = `${parent}/${line.dash ? '-' : ''}${line.key || line.value.slice(0, 40)}@${depth}`;
    const seen = counts.get(base) ?? 0;
    counts.set(base, seen + 1);
    const path = seen ? `${base}#${seen}` : base;
    above[line.depth] = path;
    above.length = line.depth + 1;
    return path;
  });
}

function visible(lines: Line[], paths: string[], folded: ReadonlySet<string>): number[] {
  const shown: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    shown.push(i);
    if (folded.has(paths[i]!)) i += lines[i]!.folds;
  }
  return shown;
}
