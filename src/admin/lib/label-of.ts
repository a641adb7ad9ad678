/** The French label of a stored value; the value itself where a newer version stored one we do not know. */
export function labelOf<Value extends string>(labels: Readonly<Record<Value, string>>, value: Value): string {
  return labels[value] ?? value;
}

/** The choices of a select in the order in which they stand: [stored value, French label]. */
export const entriesOf = <Value extends string>(labels: Readonly<Partial<Record<Value, string>>>) =>
  Object.entries(labels) as [Value, string][];
