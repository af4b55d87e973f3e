/** Title and text of an empty table, without claiming more than is known. */
export function emptyState(kind: string, about: { clusters: number; sure: boolean; narrowed: readonly string[] }): { title: string; text: string } {
  const where = about.narrowed.length > 0 ? `in ${about.narrowed.join(' with ')}` : '';
  if (!about.sure) {
    return { title: `No known ${kind}`, text: `None found ${where || 'in the known state'}, but not all of it is live: see above.` };
  }
  if (where) return { title: `No ${kind} found`, text: `None ${where}.` };
  return { title: `No ${kind} found`, text: about.clusters === 1 ? 'The cluster is fully synced and has none.' : 'All clusters are fully synced and have none.' };
}
