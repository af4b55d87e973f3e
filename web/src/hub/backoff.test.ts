import { expect, test } from 'vitest';
import { backoffMs } from './backoff';

test('delays double up to the limit, with jitter in the upper half', () => {
  expect([0, 1, 2].map((n) => backoffMs(n, () => 0))).toEqual([125, 250, 500]);
  expect([0, 1, 2].map((n) => backoffMs(n, () => 1))).toEqual([250, 500, 1000]);
  expect(backoffMs(1000, () => 1)).toBe(8000);
});
