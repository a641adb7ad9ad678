/**
 * How many rows of a block of a dry run would complete a contact: it changed nothing, so a later row finds the same contact
 * still without what an earlier block promised to it.
 *
 * @param given what the database says that each row would give, in the order of the rows
 * @param promised `contact column` of the blocks before, added to
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
