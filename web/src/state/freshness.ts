import type { State } from '../hub/types';

const FRESH_MS = 60_000;
const STALE_MS = 300_000;

/** Ages a state that was received some time ago, with the hub's own thresholds. */
export function aged(state: State, ageMs: number | undefined, sinceToldMs: number): { state: State; ageMs: number | undefined } {
  if (ageMs === undefined) return { state, ageMs };
  const age = ageMs + Math.max(0, sinceToldMs);
  if (state === 'fresh' && age >= STALE_MS) return { state: 'disconnected', ageMs: age };
  if (state === 'fresh' && age >= FRESH_MS) return { state: 'stale', ageMs: age };
  if (state === 'stale' && age >= STALE_MS) return { state: 'disconnected', ageMs: age };
  return { state, ageMs: age };
}
