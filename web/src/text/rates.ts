import type { Traffic } from '../hub/types';

/** What was counted at a moment. */
export interface Look {
  at: number;
  traffic: Traffic;
}

/** A second's worth of what was counted between two looks; none if there is no earlier one, or the count began anew. */
export function rates(before: Look | undefined, now: Look): Traffic | undefined {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  if (!before || seconds <= 0 || now.traffic.batches < before.traffic.batches) return undefined;
  const rate = (name: keyof Traffic) => Math.max(0, now.traffic[name] - before.traffic[name]) / seconds;
  return { batches: rate('batches'), bytes: rate('bytes'), changes: rate('changes'), reads: rate('reads') };
}
