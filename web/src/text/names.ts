/** Plural of a kind: Pods, Ingresses, NetworkPolicies. Combines the lower-case plural of the API with the capitals of the kind. */
export function pluralKind(kind: string, resource: string): string {
  const [plural = ''] = resource.split('.', 1);
  let same = 0;
  while (same < kind.length && kind[same]!.toLowerCase() === plural[same]) same++;
  return same === 0 ? kind : kind.slice(0, same) + plural.slice(same);
}

/** Names similar to a misspelled one, closest first. */
export function near(wrong: string, names: readonly string[], most = 5): string[] {
  const word = wrong.toLowerCase();
  return names
    .map((name) => ({ name, distance: Math.min(...name.toLowerCase().split('.', 1).map((part) => (part.includes(word) || word.includes(part) ? 1 : distance(word, part)))) }))
    .filter((each) => each.distance <= Math.max(2, word.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map((each) => each.name);
}

/** Edit distance of two words. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(before[j]! + 1, row[j - 1]! + 1, before[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    before = row;
  }
  return before[b.length]!;
}
