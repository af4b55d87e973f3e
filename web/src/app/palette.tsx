import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, HubError } from '../hub/api';
import type { SearchAnswer } from '../hub/types';
import { Icon } from '../components/icons';
import { ProblemTag } from '../components/state';
import { formatRoute, tableOf } from '../state/route';
import { count } from '../text/size';
import { freshnessNote } from '../text/freshnessnote';
import { Dialog } from './dialogs';
import { pluralKind } from '../text/names';
import { kinds, sections } from './kinds';
import { paletteOpen } from './keys';

interface Choice {
  href: string;
  kind: string;
  title: string;
  place: string;
  problem?: SearchAnswer['hits'][number]['problem'];
  status?: string | undefined;
}

type Found = { state: 'idle' } | { state: 'failed'; query: string; sentence: string } | { state: 'found'; query: string; answer: SearchAnswer };

const PAUSE_MS = 90;

export function Palette() {
  return paletteOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const found = useSearch(query);
  const list = useRef<HTMLUListElement>(null);
  const own = pages(query);
  const choices = [...own, ...(found.state === 'found' ? hits(found.answer) : [])];
  // Results shown while typing belong to an earlier query.
  const settled = !query.trim() || (found.state !== 'idle' && found.query === query);
  const entered = useRef(false);
  const close = () => (paletteOpen.value = false);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    location.hash = choice.href;
    close();
  };
  const enter = () => {
    entered.current = !settled && active >= own.length;
    if (!entered.current) choose(choices[active]);
  };
  useEffect(() => {
    if (settled && entered.current) enter();
  }, [found]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Dialog label="Search" onClose={close} class="palette">
      <div class="palette-box">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={choices.length > 0 ? `choice-${active}` : undefined}
          aria-label="Search all clusters"
          placeholder="Search all clusters: web status:CrashLoop* ns:shop image:nginx"
          autofocus
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
            entered.current = false;
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setActive(Math.min(active + 1, choices.length - 1));
            else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
            else if (event.key === 'Enter') enter();
            else return;
            event.preventDefault();
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <ul id="palette-list" role="listbox" aria-label="Results" ref={list}>
        {choices.map((choice, i) => (
          <li key={choice.href} id={`choice-${i}`} role="option" aria-selected={i === active} onClick={() => choose(choice)} onMouseMove={() => setActive(i)}>
            <span class="palette-kind">{choice.kind}</span>
            <span class="palette-title" title={choice.title}>{choice.title}</span>
            {choice.problem ? <ProblemTag problem={choice.problem} /> : <span class="faint">{choice.status}</span>}
            <span class="palette-place">{choice.place}</span>
          </li>
        ))}
      </ul>
      <footer>
        <span aria-live="polite">{says(query, found)}</span>
        <span class="palette-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> select <kbd>Enter</kbd> open
        </span>
      </footer>
    </Dialog>
  );
}

function says(query: string, found: Found): string {
  switch (found.state) {
    case 'idle':
      return query ? 'Searching…' : 'Words match names, labels, images and statuses. Fields: kind: ns: label: image: node: status: cluster:';
    case 'failed':
      return found.sentence;
    case 'found': {
      const { total, exact, hits, took, clusters } = found.answer;
      const doubt = freshnessNote(clusters);
      if (total === 0) return `Nothing found${doubt ? `. ${doubt}` : ' in any cluster.'}`;
      return `${hits.length < total ? `${hits.length} of ` : ''}${exact ? '' : 'about '}${count(total)} found in ${took.ms} ms. ${doubt}`;
    }
  }
}

function useSearch(query: string): Found {
  const [found, setFound] = useState<Found>({ state: 'idle' });
  useEffect(() => {
    if (!query.trim()) {
      setFound({ state: 'idle' });
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      ask<SearchAnswer>(`/api/v1/search?limit=50&q=${encodeURIComponent(query)}`, { signal: abort.signal })
        .then((answer) => setFound({ state: 'found', query, answer }))
        .catch((e: unknown) => {
          if (abort.signal.aborted) return;
          setFound({ state: 'failed', query, sentence: e instanceof HubError ? e.message : 'The hub does not respond.' });
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return found;
}

/** Pages and kinds whose name starts with the query. */
function pages(query: string): Choice[] {
  const word = query.trim().toLowerCase();
  const fixed: Choice[] = [
    { href: '#/fleet', kind: 'Page', title: 'Fleet', place: 'g f' },
    { href: '#/problems', kind: 'Page', title: 'Problems', place: 'g p' },
    { href: '#/sync', kind: 'Page', title: 'Sync', place: 'g s' },
  ];
  const tables = sections(kinds.value)
    .flatMap((section) => section.kinds)
    .map((kind) => ({ href: formatRoute(tableOf(kind.resource)), kind: 'Kind', title: pluralKind(kind.kind, kind.resource), place: kind.resource }));
  return [...fixed, ...tables].filter((page) => page.title.toLowerCase().startsWith(word) || (word && page.place.startsWith(word))).slice(0, word ? 4 : 8);
}

const hits = (answer: SearchAnswer): Choice[] =>
  answer.hits.map((hit) => ({
    href: formatRoute({ page: 'object', cluster: hit.cluster, resource: hit.resource, namespace: hit.namespace ?? '', name: hit.name, tab: '' }),
    kind: hit.kind,
    title: hit.name,
    place: [hit.cluster, hit.namespace].filter(Boolean).join(' / '),
    problem: hit.problem,
    status: hit.status,
  }));
