import type { Page } from 'playwright-core';

/** The smallest value that this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const figures = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms, max ${Math.max(...values).toFixed(0)} ms (${values.length} samples)`;

/**
 * CPU time of the page's main thread during an action, in milliseconds. Unlike wall-clock time, it does not grow when the
 * machine is busy.
 */
export async function processorTime(page: Page, what: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
  const before = await spent();
  await what();
  const after = await spent();
  await session.detach();
  return (after - before) * 1000;
}
