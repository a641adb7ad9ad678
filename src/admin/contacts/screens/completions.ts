/**
 * Counts the rows of a block of a dry run that would complete a contact. A dry run changes nothing, so that a later
 * row finds the same contact still without the values promised by an earlier block.
 *
 * @param given values that the database says each row would give, in the order of the rows
 * @param promised `contact column` of the blocks before, extended by this one
 */
export function completions(
  given: readonly { contact: string; columns: readonly string[] }[],
  promised: Set<string>,
): number {
  return given.filter(({ contact, columns }) => {
    const fresh = columns.map((column) => `${contact} ${column}`).filter((one) => !promised.has(one));
    for (const one of fresh) promised.add(one);
    return fresh.length > 0;
  }).length;
}
