import { expect, test } from 'vitest';
import { decades, height, runs } from './latency';

test('the scale covers the usual range and the maximum', () => {
  expect(decades(4)).toEqual([1, 10, 100]);
  expect(decades(2839)).toEqual([1, 10, 100, 1000, 10_000]);
  expect(height(0, decades(50))).toBe(0);
  expect(height(10, decades(50))).toBeCloseTo(0.5);
  expect(height(100, decades(50))).toBe(1);
});

test('the line has a gap where nothing was measured', () => {
  expect(runs([null, 3, 4, null, 5])).toEqual([
    [
      [1, 3],
      [2, 4],
    ],
    [[4, 5]],
  ]);
  expect(runs([null, null])).toEqual([]);
});
