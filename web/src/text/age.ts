/** A duration as kubectl prints it: 45s, 5m12s, 3h, 4d6h, 2y30d. */
export function span(ms: number): string {
  const s = Math.floor(Math.max(0, ms) / 1000);
  if (s < 120) return `${s}s`;
  const m = Math.floor(s / 60);
  if (m < 10) return two(m, 'm', s % 60, 's');
  if (m < 180) return `${m}m`;
  const h = Math.floor(m / 60);
  if (h < 8) return two(h, 'h', m % 60, 'm');
  if (h < 48) return `${h}h`;
  const d = Math.floor(h / 24);
  if (d < 8) return two(d, 'd', h % 24, 'h');
  if (d < 730) return `${d}d`;
  const y = Math.floor(d / 365);
  return y < 8 ? two(y, 'y', d % 365, 'd') : `${y}y`;
}

const two = (a: number, unitA: string, b: number, unitB: string) => (b === 0 ? `${a}${unitA}` : `${a}${unitA}${b}${unitB}`);
