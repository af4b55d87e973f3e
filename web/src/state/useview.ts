import { useRef } from 'preact/hooks';
import { batch, store } from './live';
import type { RowStore } from './rowstore';
import { type Compare, type Matches, SortedView } from './sortedview';

interface Kept {
  view: SortedView;
  source: RowStore;
  matches: Matches;
  compare: Compare;
  /** The last batch applied. */
  number: number;
}

/** Rows of the store, filtered and sorted. Batches are applied incrementally; a view that has missed one is rebuilt. */
export function useView(matches: Matches, compare: Compare): SortedView {
  const source = store.value;
  const { number, changes } = batch.value;
  const ref = useRef<Kept | undefined>(undefined);
  const kept = ref.current;
  const same = kept && kept.source === source && kept.matches === matches && kept.compare === compare;
  if (same && number === kept.number) return kept.view;
  if (same && number === kept.number + 1) {
    kept.view.apply(changes);
    kept.number = number;
    return kept.view;
  }
  const view = new SortedView(source.entries(), matches, compare);
  ref.current = { view, source, matches, compare, number };
  return view;
}
