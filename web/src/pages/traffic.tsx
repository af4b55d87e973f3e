import { type Look, rates } from '../text/rates';
import { count, size } from '../text/size';

/** What comes from a cluster's agent and goes to its readers: now, and since the hub started. */
export function TrafficPanel({ now, before }: { now: Look | undefined; before: Look | undefined }) {
  if (!now) return null;
  const { traffic } = now;
  const each = rates(before, now);
  const few = (n: number) => (n < 10 ? n.toFixed(1) : count(Math.round(n)));
  const rows: [string, string | undefined, string][] = [
    ['Changes', each && few(each.changes), count(traffic.changes)],
    ['Batches', each && few(each.batches), count(traffic.batches)],
    ['Over the wire', each && size(Math.round(each.bytes)), size(traffic.bytes)],
    ['Reads', each && few(each.reads), count(traffic.reads)],
  ];
  return (
    <section class="panel wide">
      <h2>Traffic</h2>
      <table class="plain">
        <thead>
          <tr>
            <th>From the agent, and reads</th>
            <th class="num">A second</th>
            <th class="num">Since the hub started</th>
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
