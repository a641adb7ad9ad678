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
