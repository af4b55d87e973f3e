import type { Json } from '../hub/types';

/** A difference between two objects; an absent value is undefined. */
export interface Difference {
  path: string;
  before: Json | undefined;
  after: Json | undefined;
}

const NOISE = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** Differences between two objects, as deep as possible, without fields that change with every write. */
export function differences(before: Json, after: Json): Difference[] {
  const found: Difference[] = [];
  walk(before, after, '', found);
  return found;
}

function walk(before: Json | undefined, after: Json | undefined, path: string, found: Difference[]): void {
  if (before === after || NOISE.has(path)) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    list(before, after, path, found);
  } else if (isMap(before) && isMap(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) walk(before[key], after[key], path ? join(path, key) : key, found);
  } else if (JSON.stringify(before) !== JSON.stringify(after)) {
    found.push({ path, before, after });
  }
}

const join = (path: string, key: string) => (/^[\w-]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`);

/** Matches list items by their identifying field if all have one, otherwise by position. */
function list(before: Json[], after: Json[], path: string, found: Difference[]): void {
  const name = ['name', 'type', 'key', 'ip', 'uid'].find((key) => [before, after].every((items) => namedBy(items, key)));
  if (!name) {
    for (let i = 0; i < Math.max(before.length, after.length); i++) walk(before[i], after[i], `${path}[${i}]`, found);
    return;
  }
  const of = (items: Json[]) => new Map(items.map((item) => [(item as Record<string, Json>)[name] as string, item]));
  const [old, now] = [of(before), of(after)];
  for (const key of new Set([...old.keys(), ...now.keys()])) walk(old.get(key), now.get(key), `${path}[${key}]`, found);
}

function namedBy(items: Json[], key: string): boolean {
  const names = items.map((item) => (isMap(item) ? item[key] : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}

const isMap = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
