/** Title and text of an empty table, without claiming more than is known. */
export function emptyState(kinds: string, about: { clusters: number; sure: boolean; narrowed: readonly string[] }): { title: string; text: string } {
  const where = about.narrowed.length > 0 ? `in ${about.narrowed.join(' with ')}` : '';
  if (!about.sure) {
    return { title: `No ${kinds} in the last known state`, text: `None found${where && ` ${where}`}, but some of the data is not live: see above.` };
  }
  if (where) return { title: `No ${kinds} found`, text: `None ${where}.` };
  return { title: `No ${kinds} found`, text: about.clusters === 1 ? 'The cluster is fully synced and has none.' : 'All clusters are fully synced and have none.' };
}
