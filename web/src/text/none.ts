/** What an empty table says, and no more than is known. */
export function none(kind: string, about: { clusters: number; sure: boolean; narrowed: readonly string[] }): { title: string; text: string } {
  const where = about.narrowed.length > 0 ? `in ${about.narrowed.join(' with ')}` : '';
  if (!about.sure) {
    return { title: `No ${kind} is known`, text: `There is none ${where || 'in what is known'}, but not all of it is live: what that is stands above.` };
  }
  if (where) return { title: `There is no ${kind}`, text: `Not ${where}.` };
  return { title: `There is no ${kind}`, text: about.clusters === 1 ? 'The cluster was read whole, and has none.' : 'All clusters were read whole, and have none.' };
}
