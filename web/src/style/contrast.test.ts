import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
/** Each token's colors in the light and the dark theme. */
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]),
);
type Theme = 'light' | 'dark';

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [a, b] = [one, other].map((name) => luminance(tokens.get(name)![theme])).sort((x, y) => y - x);
  return (a! + 0.05) / (b! + 0.05);
}

const GROUNDS = ['bg', 'surface', 'raised', 'hover'];
const TEXTS: [string, string[]][] = [
  ['text', [...GROUNDS, 'accent-soft', 'hot', 'ok-soft', 'warn-soft', 'bad-soft', 'busy-soft', 'lock-soft']],
  ['soft', [...GROUNDS, 'accent-soft', 'bad-soft', 'warn-soft', 'busy-soft', 'lock-soft']],
  ['faint', GROUNDS],
  ['accent', [...GROUNDS, 'accent-soft']],
  ['number', ['surface', 'hover']],
  ['word', ['surface', 'hover']],
  ['accent-text', ['accent']],
  ...['ok', 'warn', 'bad', 'busy', 'lock'].map((tone): [string, string[]] => [tone, [...GROUNDS, `${tone}-soft`]]),
  ...['warn', 'bad'].map((tone): [string, string[]] => ['surface', [tone]]),
];
/** Visible elements other than text: borders of fields, the focus ring, lines in graphics. */
const MARKS: [string, string[]][] = [
  ['control', ['bg', 'surface', 'raised']],
  ['accent', ['bg', 'surface', 'raised']],
];

const tooFaint = (pairs: [string, string[]][], least: number, theme: Theme) =>
  pairs.flatMap(([mark, grounds]) => grounds.map((ground) => ({ pair: `${mark} on ${ground}`, ratio: contrast(mark, ground, theme) }))).filter(({ ratio }) => ratio < least);

describe.each<Theme>(['light', 'dark'])('in the %s', (theme) => {
  test('all text can be read: 4.5 to 1', () => expect(tooFaint(TEXTS, 4.5, theme)).toEqual([]));
  test('fields, focus and lines can be seen: 3 to 1', () => expect(tooFaint(MARKS, 3, theme)).toEqual([]));
});
