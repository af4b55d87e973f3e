const TITLES = {
  syncing: 'The first state is on its way',
  forbidden: 'The agent may not read this',
  'not-served': 'The cluster does not have this kind',
  disconnected: 'The agent is not connected, and nothing is known',
  off: 'Sync is off, and nothing is held',
};

export const isKnownState = (state: string): state is keyof typeof TITLES => state in TITLES;

/** What a state without rows means; a hub may know states that this page does not. */
export const titleOf = (state: string): string => (isKnownState(state) ? TITLES[state] : 'Nothing can be shown');
