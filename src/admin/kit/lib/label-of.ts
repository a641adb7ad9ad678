/** Returns the French label of a stored value; the value itself when a newer version stored an unknown one. */
export function labelOf<Value extends string>(labels: Readonly<Record<Value, string>>, value: Value): string {
  return labels[value] ?? value;
}

/** Lists the choices of a select in their order: [stored value, French label]. */
export const entriesOf = <Value extends string>(labels: Readonly<Partial<Record<Value, string>>>) =>
  Object.entries(labels) as [Value, string][];

/** Names a control for those who hear it, without « de Le »: « Statut : « Le fjord » ». */
export const labelNaming = (what: string, name: string) => `${what}\u00a0: «\u00a0${name}\u00a0»`;
