import { signal } from '@preact/signals';

/** The page's clock, which advances ages. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1000);
addEventListener('visibilitychange', () => (now.value = Date.now()));
