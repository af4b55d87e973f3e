/** Delay before attempt n (from 0): doubles up to the limit, with random jitter in the upper half. */
export function backoffMs(attempt: number, random: () => number, first = 250, limit = 8000): number {
  const full = Math.min(limit, first * 2 ** Math.min(attempt, 16));
  return Math.round(full / 2 + (full / 2) * random());
}
