import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'livekube.theme';
const ORDER: Theme[] = ['system', 'light', 'dark'];
const stored = localStorage.getItem(KEY);

export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system');

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(KEY, theme.value);
  });
}

export function nextTheme(): void {
  theme.value = ORDER[(ORDER.indexOf(theme.value) + 1) % ORDER.length]!;
}
