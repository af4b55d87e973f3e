import type { Part } from './rowstore';

/** Whether the state of any of these resources is still missing for any of these clusters; until then, an empty table does not mean "none". */
export function pending(parts: readonly Part[], clusters: Iterable<string>, resources: readonly string[]): boolean {
  const told = new Map(parts.map((part) => [`${part.resource} ${part.cluster}`, part.whole || part.unavailable !== undefined]));
  for (const cluster of clusters) {
    for (const resource of resources) if (!told.get(`${resource} ${cluster}`)) return true;
  }
  return parts.length === 0;
}

/** Clusters of a view: those matching its names or globs, or all. */
export function inScope(clusters: Iterable<string>, patterns: readonly string[]): string[] {
  const named = patterns.map((pattern) => new RegExp(`^${pattern.replace(/[^*]+/g, (part) => part.replace(/[^\w-]/g, '\\$&')).replaceAll('*', '.*')}$`));
  return [...clusters].filter((id) => named.length === 0 || named.some((name) => name.test(id)));
}
