import { computed, effect, signal } from '@preact/signals';
import { tokenWanted } from '../hub/api';
import { backoffMs } from '../hub/backoff';
import { LiveStream, type Link } from '../hub/stream';
import type { SseEvent } from '../hub/sse';
import type { ClusterSummary, ColumnsEvent, RowsEvent, UnavailableEvent } from '../hub/types';
import { now } from './clock';
import { kindsFingerprint } from './fingerprint';
import { route } from './route';
import { type Changes, noChanges, RowStore } from './rowstore';
import { CLUSTERS_ONLY, streamUrl } from './subscription';

/** Cluster summary from the stream, with its time of arrival. */
export interface LiveCluster extends ClusterSummary {
  receivedAt: number;
}

export const link = signal<Link>({ state: 'connecting' });
export const clusters = signal<ReadonlyMap<string, LiveCluster>>(new Map());
/** Whether all clusters have been received; before that, it is unknown whether there are any. */
export const clustersKnown = signal(false);

interface Refusal {
  sentence: string;
  status: number;
  /** Kinds known at that time. */
  kinds: string;
  /** Number of earlier refusals. */
  times: number;
}

/** The hub's error for the requested stream; the stream of clusters continues. */
export const refusal = signal<Refusal | undefined>(undefined);
const knownKinds = computed(() => kindsFingerprint(clusters.value.values()));
const attempts = signal(0);
/** Repeats a refused stream request. */
export const askAgain = () => void attempts.value++;

/** Rows of the current page: replaced when the page needs others, otherwise changed in place. */
export const store = signal(new RowStore(Date.now));
/** The last batch of changes to the store, at most one per frame, numbered so that a view can detect a missed one. */
export const batch = signal<{ number: number; changes: Changes }>({ number: 0, changes: noChanges() });

const url = computed(() => streamUrl(route.value));
/** A hub without clusters sends nothing: after this time, assume that there are none. */
const SETTLE_MS = 1500;
const NOT_FOUND = 404;

let queue: SseEvent[] = [];
let scheduled = false;

/** Keeps one stream open for the current page. */
export function goLive(): void {
  let before = '';
  effect(() => {
    const target = url.value;
    void attempts.value;
    if (tokenWanted.value !== undefined) return;
    queue = [];
    store.value = new RowStore(Date.now);
    tell(noChanges());
    if (target !== before) refusal.value = undefined;
    before = target;
    let closed = false;
    const open = (from: string): LiveStream =>
      new LiveStream(from, {
        event: (event) => closed || enqueue(event),
        link: (state) => {
          if (closed) return;
          if (state.state === 'refused' && state.status !== 401 && from !== CLUSTERS_ONLY) {
            refusal.value = { sentence: state.sentence, status: state.status, kinds: knownKinds.peek(), times: (refusal.peek()?.times ?? -1) + 1 };
            stream = open(CLUSTERS_ONLY);
            return;
          }
          link.value = state;
          if (state.state === 'live' && from === target) refusal.value = undefined;
          if (state.state === 'live') setTimeout(() => (clustersKnown.value = true), SETTLE_MS);
        },
      });
    let stream = open(target);
    const retry = () => document.hidden || stream.retryNow();
    addEventListener('online', retry);
    addEventListener('visibilitychange', retry);
    return () => {
      closed = true;
      stream.close();
      removeEventListener('online', retry);
      removeEventListener('visibilitychange', retry);
    };
  });
}

/** Requests a missing kind again, with backoff, when clusters report other kinds. */
export function askWhenKindsChange(): void {
  let waiting = false;
  effect(() => {
    const refused = refusal.value;
    if (refused?.status !== NOT_FOUND || knownKinds.value === refused.kinds || waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (refusal.peek() === refused) askAgain();
    }, backoffMs(refused.times, Math.random));
  });
}

function tell(changes: Changes): void {
  batch.value = { number: batch.peek().number + 1, changes };
}

function enqueue(event: SseEvent): void {
  queue.push(event);
  schedule();
}

/** Batches events until the next frame, so that the page is laid out once. Hidden tabs get no frames and use a timer. */
function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  const due = () => scheduled && flush();
  requestAnimationFrame(due);
  setTimeout(due, 1000);
}

/** Time budget per frame; the rest waits for the next frame, so that the page stays responsive. */
const BUDGET_MS = 12;

function flush(): void {
  scheduled = false;
  const started = performance.now();
  const changes = noChanges();
  const rows = store.peek();
  let told: Map<string, LiveCluster> | undefined;
  let taken = 0;
  for (const event of queue) {
    taken++;
    const data: unknown = JSON.parse(event.data);
    switch (event.type) {
      case 'rows':
        rows.apply(data as RowsEvent, changes);
        break;
      case 'columns':
        rows.setColumns(data as ColumnsEvent, changes);
        break;
      case 'unavailable':
        rows.unavailable(data as UnavailableEvent, changes);
        break;
      case 'cluster': {
        const { cluster } = data as { cluster: ClusterSummary };
        told ??= new Map(clusters.peek());
        told.set(cluster.id, { ...cluster, receivedAt: Date.now() });
        rows.heard(cluster.id, cluster.ageMs);
        break;
      }
      case 'gone': {
        const { cluster } = data as { cluster: string };
        told ??= new Map(clusters.peek());
        told.delete(cluster);
        rows.forget(cluster, changes);
        break;
      }
    }
    if (performance.now() - started > BUDGET_MS) break;
  }
  queue = queue.slice(taken);
  if (told) {
    clusters.value = new Map([...told].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  clustersKnown.value = true;
  if (changes.other || changes.touched.size > 0 || changes.gone.size > 0) tell(changes);
  now.value = Date.now();
  if (queue.length > 0) schedule();
}
