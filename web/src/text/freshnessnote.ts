import type { SearchAnswer } from '../hub/types';
import { span } from './age';

const MOST = 3;

/** Sentence about the clusters whose results may be outdated or incomplete; empty if all are live. */
export function freshnessNote(clusters: SearchAnswer['clusters']): string {
  const told = clusters
    .filter((each) => each.unfinished || each.state !== 'fresh')
    .map(({ cluster, state, ageMs, unfinished }) =>
      unfinished ? `${cluster} is still being indexed` : `${cluster} is ${state}${ageMs === undefined ? '' : `, as of ${span(ageMs)} ago`}`,
    );
  if (told.length === 0) return '';
  const more = told.length - MOST;
  return `${told.slice(0, MOST).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
