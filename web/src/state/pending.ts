import type { Part } from './rowstore';

/** Whether the hub still has to tell of some of these resources in some of these clusters: until then, nothing is "none". */
export function pending(parts: readonly Part[], clusters: Iterable<string>, resources: readonly string[]): boolean {
  const told = new Map(parts.map((part) => [`${part.resource} ${part.cluster}`, part.whole || part.unavailable !== undefined]));
  for (const cluster of clusters) {
    for (const resource of resources) if (!told.get(`${resource} ${cluster}`)) return true;
  }
  return parts.length === 0;
}

/** The clusters that a view is about: those that it names, where `*` stands for anything, or all. */
export function inScope(clusters: Iterable<string>, patterns: readonly string[]): string[] {
  const named = patterns.map((pattern) => new RegExp(`^${pattern.replace(/[^*]+/g, (part) => part.replace(/[^\w-]/g, '\\$&')).replaceAll('*', '.*')}$`));
  return [...clusters].filter((id) => named.length === 0 || named.some((name) => name.test(id)));
}
