/** The French label of a stored value; the value itself where a newer version stored one we do not know. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value;
}
