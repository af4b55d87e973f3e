const PATHS = {
  fresh: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M5 8.2l2.1 2.1L11.2 6',
  stale: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 4.5V8l2.4 1.6',
  disconnected: 'M6.2 9.8 4.6 11.4a2.3 2.3 0 0 1-3.2-3.2L3.9 5.7M9.8 6.2l1.6-1.6a2.3 2.3 0 0 1 3.2 3.2l-2.5 2.5M2.5 2.5l11 11',
  syncing: 'M13.5 8A5.5 5.5 0 0 1 3.6 11.3M2.5 8a5.5 5.5 0 0 1 9.9-3.3M12.8 1.8v3h-3M3.2 14.2v-3h3',
  forbidden: 'M4 7.5V5a4 4 0 0 1 8 0v2.5M3 7.5h10v6.5H3zM8 10v1.8',
  'not-served': 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M3.5 3.5l9 9',
  off: 'M8 1.8v6M4.5 3.8a5.6 5.6 0 1 0 7 0',
  error: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3zM8 4.6v4M8 11.2v.2',
  warning: 'M8 1.8 15 14H1zM8 6v3.8M8 11.8v.2',
  search: 'M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M10.7 10.7 14 14',
  fleet: 'M2 3h12v4H2zM2 9h12v4H2zM4.5 5h.1M4.5 11h.1',
  sync: 'M2 5h10M9.5 2.5 12 5 9.5 7.5M14 11H4M6.5 8.5 4 11l2.5 2.5',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5a6.5 6.5 0 0 1 0 13',
  help: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M6 6.2a2 2 0 1 1 2.8 1.9c-.6.3-.8.6-.8 1.3M8 11.6v.2',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
  empty: 'M2 9l2.5-6h7L14 9v4.5H2zM2 9h3.5L6.5 11h3l1-2H14',
  key: 'M10.5 2a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M8 8l-6 6M3.5 12.5 5 14',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, class: more = '' }: { name: IconName; class?: string }) {
  return (
    <svg class={`icon ${more}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
