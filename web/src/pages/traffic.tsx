import { useRef } from 'preact/hooks';
import { clusters } from '../state/live';
import { useThrottled } from '../state/usethrottled';
import { type Look, rates } from '../text/rates';
import { count, size } from '../text/size';

/** Minimum interval between the two counter samples that rates are computed from. */
const APART_MS = 4000;

function useLooks(id: string): { now?: Look; before?: Look } {
  const told = useThrottled(clusters.value.get(id), APART_MS);
  const looks = useRef<{ now?: Look; before?: Look }>({});
  const last = looks.current.now;
  if (told?.traffic && told.receivedAt !== last?.at) {
    looks.current = { now: { at: told.receivedAt, traffic: told.traffic }, ...(last ? { before: last } : {}) };
  }
  return looks.current;
}

/** Traffic from a cluster's agent and to its readers: current, and since the hub started. */
export function TrafficPanel({ id }: { id: string }) {
  const { now, before } = useLooks(id);
  if (!now) return null;
  const { traffic } = now;
  const each = rates(before, now);
  const few = (n: number) => (n < 10 ? n.toFixed(1) : count(Math.round(n)));
  const rows: [string, string | undefined, string][] = [
    ['Changes', each && few(each.changes), count(traffic.changes)],
    ['Batches', each && few(each.batches), count(traffic.batches)],
    ['Bytes received', each && size(Math.round(each.bytes)), size(traffic.bytes)],
    ['Reads', each && few(each.reads), count(traffic.reads)],
  ];
  return (
    <section class="panel">
      <h2>Traffic</h2>
      <table class="plain dense">
        <thead>
          <tr>
            <th>At the hub</th>
            <th class="num">Per second</th>
            <th class="num">Since start</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, rate, total]) => (
            <tr key={name}>
              <td>{name}</td>
              <td class="num">{rate ?? <span class="faint">…</span>}</td>
              <td class="num">{total}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
