/** Ids that were asked for and whose creation is not known to have ended. */
const openIds = new Map<string, string>();

/**
 * Creates something under an id that is chosen before the request. Until it has been created, the same press again (twice in a
 * row, or after an answer that was lost) asks for the same id: the database makes it once.
 *
 * @param what names what the press creates, with the record that it comes from
 */
export async function createOnce<T>(what: string, create: (id: string) => Promise<T>): Promise<T> {
  const id = openIds.get(what) ?? crypto.randomUUID();
  openIds.set(what, id);
  const made = await create(id);
  openIds.delete(what);
  return made;
}
