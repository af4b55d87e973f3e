/** Marks of a logarithmic scale of milliseconds, from 1 to the first power of ten that covers the maximum, at least to 100. */
export function decades(top: number): number[] {
  const marks = [1, 10, 100];
  while (marks.at(-1)! < top) marks.push(marks.at(-1)! * 10);
  return marks;
}

/** Position of a value on such a scale: 0 at the lowest mark or below, 1 at the highest. */
export function height(ms: number, marks: readonly number[]): number {
  const top = Math.log10(marks.at(-1)!);
  return Math.min(1, Math.max(0, Math.log10(Math.max(1, ms)) / top));
}

/** Runs of samples without gaps, each sample with its index. */
export function runs(samples: readonly (number | null)[]): [number, number][][] {
  const all: [number, number][][] = [];
  let run: [number, number][] = [];
  samples.forEach((sample, i) => {
    if (sample !== null) run.push([i, sample]);
    else if (run.length > 0) {
      all.push(run);
      run = [];
    }
  });
  if (run.length > 0) all.push(run);
  return all;
}
