const TITLES = {
  syncing: 'First sync in progress',
  forbidden: 'The agent is not allowed to read this',
  'not-served': 'The cluster does not have this kind',
  disconnected: 'The agent is not connected, and there is no earlier state',
  off: 'Sync is off, and there is no earlier state',
};

export const isKnownState = (state: string): state is keyof typeof TITLES => state in TITLES;

/** Title of a state without rows; a newer hub may have states that this page does not know. */
export const titleOf = (state: string): string => (isKnownState(state) ? TITLES[state] : 'Nothing to show');
