interface Props {
  samples: readonly (number | null)[];
  label: string;
  width?: number;
  height?: number;
}

/** A small line of the last samples; where none were taken it has gaps. */
export function Sparkline({ samples, label, width = 150, height = 28 }: Props) {
  const known = samples.filter((sample) => sample !== null);
  if (known.length === 0) return <span class="faint spark-none">no latency measured yet</span>;
  const top = Math.max(10, ...known);
  const step = width / Math.max(1, samples.length - 1);
  const y = (value: number) => height - 2 - (value / top) * (height - 5);
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {runs(samples).map((run) => {
        const points = run.map(([i, value]) => `${(i * step).toFixed(1)},${y(value).toFixed(1)}`);
        const [first, last] = [run[0]![0] * step, run.at(-1)![0] * step];
        return (
          <g key={run[0]![0]}>
            <path class="spark-area" d={`M${first},${height} L${points.join(' ')} L${last},${height}z`} />
            <polyline class="spark-line" points={points.length === 1 ? `${points[0]} ${(first + 1).toFixed(1)},${y(run[0]![1])}` : points.join(' ')} />
          </g>
        );
      })}
    </svg>
  );
}

/** Samples without gaps between them. */
function runs(samples: readonly (number | null)[]): [number, number][][] {
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
