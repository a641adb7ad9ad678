/** The selected rows of a table, by key. */
export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
};

/** Adds a row to the selection or removes it. */
export function toggleKey(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * Computes the selection after a press with Shift held: every row from the last pressed one to this one takes this
 * one's new state. A row that left the list starts no range.
 */
export function rangeToggled(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  from: string | undefined,
  to: string,
): ReadonlySet<string> {
  const [a, b] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)];
  if (a < 0 || b < 0) return toggleKey(selected, to);
  const next = new Set(selected);
  const isChosen = !selected.has(to);
  for (const key of keys.slice(Math.min(a, b), Math.max(a, b) + 1)) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return next;
}
