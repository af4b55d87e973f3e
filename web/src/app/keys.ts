import { effect, signal } from '@preact/signals';
import { go, problemsOf } from '../state/route';
import { navOpen } from './nav';

export const paletteOpen = signal(false);
export const helpOpen = signal(false);

type Handler = (event: KeyboardEvent) => boolean;
const handlers: Handler[] = [];

/** Registers a keyboard handler that is ignored while a field has focus; the latest one is called first. Returns a function that removes it. */
export function onKey(handler: Handler): () => void {
  handlers.push(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}

const PLACES: Record<string, () => void> = {
  f: () => go({ page: 'fleet' }),
  p: () => go(problemsOf()),
  s: () => go({ page: 'sync', cluster: '' }),
};

/** Keyboard shortcuts, as shown in the help dialog. */
export const KEYS: [string, string][] = [
  ['Ctrl K', 'search all clusters'],
  ['/', 'filter this table; ↓ moves to its rows'],
  ['j k ↑ ↓', 'move between rows'],
  ['Enter', 'open the row'],
  ['1 2 3 4', 'overview, YAML, events and changes of an object'],
  ['g f', 'fleet'],
  ['g p', 'problems'],
  ['g s', 'sync'],
  ['Esc', 'close, or leave the filter'],
  ['?', 'this help'],
];

let leader = 0;

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      paletteOpen.value = !paletteOpen.value;
      return;
    }
    if (event.key === 'Escape') {
      if (paletteOpen.value || helpOpen.value) paletteOpen.value = helpOpen.value = false;
      else if (navOpen.value) navOpen.value = false;
      else if (typing(event.target)) toRows();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || paletteOpen.value || helpOpen.value) return;
    const fromFilter = event.target instanceof Element && event.target.matches('[data-filter]');
    if (fromFilter && (event.key === 'ArrowDown' || event.key === 'Enter')) toRows();
    else if (typing(event.target)) return;
    if ((fromFilter && event.key === 'Enter') || take(event)) event.preventDefault();
  });
  effect(() => {
    document.body.classList.toggle('has-dialog', paletteOpen.value || helpOpen.value);
  });
}

/** Moves the focus from the filter to the rows, if there are any. */
function toRows(): void {
  const rows = document.querySelector<HTMLElement>('[role=grid]');
  if (rows) rows.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function take(event: KeyboardEvent): boolean {
  if (event.timeStamp - leader < 1200 && PLACES[event.key]) {
    leader = 0;
    PLACES[event.key]!();
    return true;
  }
  leader = 0;
  switch (event.key) {
    case 'g':
      leader = event.timeStamp;
      return true;
    case '?':
      helpOpen.value = true;
      return true;
    case '/': {
      const filter = document.querySelector<HTMLInputElement>('[data-filter]');
      filter?.focus();
      filter?.select();
      return filter !== null;
    }
  }
  // Links and buttons handle Enter themselves.
  if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary')) return false;
  return handlers.toReversed().some((handler) => handler(event));
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
