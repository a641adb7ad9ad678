/** Tells whether two values of a form are the same; lists are sets, whose order means nothing. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item) => b.includes(item));
}

/** Merges lists: theirs, with my additions and without my removals. */
const mergeLists = (base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] => [
  ...theirs.filter((item) => mine.includes(item) || !base.includes(item)),
  ...mine.filter((item) => !base.includes(item) && !theirs.includes(item)),
];

export type Merge<Values> = {
  /** Their values with my changes; in a clash, mine. */
  merged: Values;
  /** Fields that both changed, to different values; fields that belong together are in one group. */
  clashes: (keyof Values & string)[][];
  /** The fields that they changed. */
  changedByThem: (keyof Values & string)[];
};

/**
 * Merges my changes of a form with those that somebody else saved meanwhile: a field that I did not touch is theirs.
 *
 * @param base the form's initial values
 * @param mine its present values
 * @param theirs the stored values
 * @param together fields that only mean something together, such as two dates: a change of one is a change of all
 */
export function mergeByField<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  together: readonly (readonly (keyof Values & string)[])[] = [],
): Merge<Values> {
  const grouped = new Set(together.flat());
  const names = Object.keys(base) as (keyof Values & string)[];
  const groups = [...together, ...names.filter((name) => !grouped.has(name)).map((name) => [name])];
  const differs = (a: Values, b: Values) => (name: keyof Values & string) => !isSameValue(a[name], b[name]);
  const merged = { ...theirs };
  const clashes: (keyof Values & string)[][] = [];
  for (const group of groups) {
    if (!group.some(differs(mine, base))) continue;
    const [name] = group;
    const lists = name && [base[name], mine[name], theirs[name]];
    if (name && group.length === 1 && lists?.every(Array.isArray)) {
      const [before, here, there] = lists as unknown as [unknown[], unknown[], unknown[]];
      merged[name] = mergeLists(before, here, there) as Values[typeof name];
      continue;
    }
    for (const field of group) merged[field] = mine[field];
    if (group.some(differs(theirs, base)) && group.some(differs(theirs, mine))) {
      clashes.push([...group]);
    }
  }
  return { merged, clashes, changedByThem: names.filter(differs(theirs, base)) };
}
