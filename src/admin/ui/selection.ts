/** The rows chosen in a table, by key. */
export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
};

/** The selection with one row more or less. */
export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * The selection after a press on a row with Shift held: every row from the one pressed before to this one becomes what
 * this one becomes. A row that is not in the list any more begins nothing.
 */
export function rangeToggled(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  from: string | undefined,
  to: string,
): ReadonlySet<string> {
  const [a, b] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)];
  if (a < 0 || b < 0) return toggled(selected, to);
  const next = new Set(selected);
  const isChosen = !selected.has(to);
  for (const key of keys.slice(Math.min(a, b), Math.max(a, b) + 1)) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return next;
}
