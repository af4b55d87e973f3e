import { signal } from '@preact/signals';

/** The page's clock, which makes ages grow. */
export const now = signal(Date.now());

setInterval(() => {
  if (!document.hidden) now.value = Date.now();
}, 1000);
addEventListener('visibilitychange', () => (now.value = Date.now()));
