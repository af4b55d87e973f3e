import type { Traffic } from '../hub/types';

/** Counters at one point in time. */
export interface Look {
  at: number;
  traffic: Traffic;
}

/** Rates per second between two samples; undefined without an earlier sample, or after a reset of the counters. */
export function rates(before: Look | undefined, now: Look): Traffic | undefined {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  if (!before || seconds <= 0 || now.traffic.batches < before.traffic.batches) return undefined;
  const rate = (name: keyof Traffic) => Math.max(0, now.traffic[name] - before.traffic[name]) / seconds;
  return { batches: rate('batches'), bytes: rate('bytes'), changes: rate('changes'), reads: rate('reads') };
}
