import { decades, height, runs } from '../text/latency';

const WIDTH = 300;
const HEIGHT = 44;
/** Number of marks that fit with a label; beyond that, every other mark has one. */
const ROOMY = 4;

/**
 * The last samples as a line, the newest at the right, with gaps where there are none. The scale is logarithmic,
 * so that outliers are visible without flattening the usual values.
 */
export function Sparkline({ samples, label }: { samples: readonly (number | null)[]; label: string }) {
  const known = samples.filter((sample) => sample !== null);
  const scale = decades(Math.max(0, ...known));
  const step = WIDTH / Math.max(1, samples.length - 1);
  const y = (value: number) => (HEIGHT - 1 - height(value, scale) * (HEIGHT - 3)).toFixed(1);
  return (
    <div class="spark" role="img" aria-label={known.length > 0 ? label : `${label}: no data yet`}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {scale.map((ms) => (
          <line key={ms} class="spark-rule" x1="0" x2={WIDTH} y1={y(ms)} y2={y(ms)} />
        ))}
        {runs(samples).map((run) => {
          const points = run.map(([i, value]) => `${(i * step).toFixed(1)},${y(value)}`);
          const [first, last] = [run[0]![0] * step, run.at(-1)![0] * step];
          return (
            <g key={run[0]![0]}>
              <path class="spark-area" d={`M${first},${HEIGHT} L${points.join(' ')} L${last},${HEIGHT}z`} />
              <polyline class="spark-line" points={points.length === 1 ? `${points[0]} ${(first + 1).toFixed(1)},${y(run[0]![1])}` : points.join(' ')} />
            </g>
          );
        })}
      </svg>
      <ul class="spark-scale" aria-hidden="true">
        {scale.toReversed().map((ms, i) => (
          <li key={ms}>{scale.length > ROOMY && i % 2 ? '' : ms < 1000 ? `${ms} ms` : `${ms / 1000} s`}</li>
        ))}
      </ul>
    </div>
  );
}
