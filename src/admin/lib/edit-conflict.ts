/** What a form was filled with, and the moment it was read at, which a save must bring back. */
export type Version<Values> = { values: Values; readAt: string };

/** Somebody, or another tab, saved since the form was filled: nothing was written. */
export class EditConflict<Values> extends Error {
  override readonly name = 'EditConflict';
  readonly theirs: Version<Values>;
  /** The e-mail of whoever saved, where it is known. */
  readonly editedBy: string | null;

  constructor(theirs: Version<Values>, editedBy: string | null = null) {
    super('Une autre version a été enregistrée entre-temps');
    this.theirs = theirs;
    this.editedBy = editedBy;
  }
}

/** What was being edited was deleted meanwhile. */
export class EditGone extends Error {
  override readonly name = 'EditGone';
}

/** Whether the form itself says what happened: no toast is wanted. */
export const isSaidByForm = (error: unknown): boolean =>
  error instanceof EditConflict || error instanceof EditGone;

/**
 * Why a save that asked for the version it had read changed no row: the row as it is now, or its end.
 *
 * @param gone said when the row is no longer there
 */
export async function refusedSave<Values>(
  now: Promise<Version<Values> | null>,
  gone: string,
): Promise<EditConflict<Values> | EditGone> {
  const theirs = await now;
  return theirs ? new EditConflict(theirs) : new EditGone(gone);
}
