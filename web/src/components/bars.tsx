export interface Bar {
  name: string;
  /** The name, clipped to the available space. */
  short?: string;
  href?: string;
  value: number;
  says: string;
  /** Description for the tooltip. */
  about?: string;
}

/** Bar chart, largest value first. */
export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.name} title={bar.about}>
          <span class="bar-name" title={bar.name}>
            {bar.href ? <a href={bar.href}>{bar.short ?? bar.name}</a> : (bar.short ?? bar.name)}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class="bar-fill" style={{ width: `${(100 * bar.value) / top}%` }} />
          </span>
          <span class="bar-value">{bar.says}</span>
        </li>
      ))}
    </ul>
  );
}
