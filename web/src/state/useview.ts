import { useMemo, useRef } from 'preact/hooks';
import { batch, store } from './live';
import type { Changes, RowStore } from './rowstore';
import { type Compare, type Matches, SortedView } from './sortedview';

/** Rows of the store, filtered and sorted; each batch of changes is worked in once. */
export function useView(matches: Matches, compare: Compare): SortedView {
  const source: RowStore = store.value;
  const changes = batch.value;
  const seen = useRef<Changes>(changes);
  const view = useMemo(() => {
    seen.current = changes; // built from what the store holds now
    return new SortedView(source.entries(), matches, compare);
  }, [source, matches, compare]);
  if (seen.current !== changes) {
    seen.current = changes;
    view.apply(changes);
  }
  return view;
}
