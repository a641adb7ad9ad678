/** Whether two values of a form are the same; lists are sets, whose order means nothing. */
function same(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((item) => b.includes(item));
}

/** Theirs, with what I added to a list and without what I took out of it. */
const mergeLists = (base: unknown[], mine: unknown[], theirs: unknown[]): unknown[] => [
  ...theirs.filter((item) => mine.includes(item) || !base.includes(item)),
  ...mine.filter((item) => !base.includes(item) && !theirs.includes(item)),
];

export type Merge<Values> = {
  /** Theirs, with what I changed; in a clash, mine. */
  merged: Values;
  /** Fields that both changed, to different values; fields that go together are in one. */
  clashes: (keyof Values & string)[][];
  /** The fields that they changed. */
  changedByThem: (keyof Values & string)[];
};

/**
 * Puts what I changed of a form over what somebody else saved meanwhile: what I never touched is theirs.
 *
 * @param base what the form was filled with
 * @param mine what it holds
 * @param theirs what is stored now
 * @param together fields that only mean something together, as two dates: a change of one is a change of all
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
  const differs = (a: Values, b: Values) => (name: keyof Values & string) => !same(a[name], b[name]);
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
