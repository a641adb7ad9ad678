/** A form's initial values, and the moment they were read at, which a save must send back. */
export type Version<Values> = { values: Values; readAt: string };

/** Thrown when another person or tab saved since the form was opened: nothing was written. */
export class EditConflict<Values> extends Error {
  override readonly name = 'EditConflict';
  readonly theirs: Version<Values>;
  /** E-mail of the person who saved, where it is known. */
  readonly editedBy: string | null;

  constructor(theirs: Version<Values>, editedBy: string | null = null) {
    super('Une autre version a été enregistrée entre-temps');
    this.theirs = theirs;
    this.editedBy = editedBy;
  }
}

/** Thrown when the edited record was deleted meanwhile. */
export class EditGone extends Error {
  override readonly name = 'EditGone';
}

/** Tells whether the form itself reports the error, without a toast. */
export const isReportedByForm = (error: unknown): boolean =>
  error instanceof EditConflict || error instanceof EditGone;

/**
 * Explains why a save with a version check changed no row: returns the present row, or throws when it was deleted.
 *
 * @param gone message when the row no longer exists
 */
export async function refusedSave<Values>(
  now: Promise<Version<Values> | null>,
  goneMessage: string,
): Promise<EditConflict<Values> | EditGone> {
  const theirs = await now;
  return theirs ? new EditConflict(theirs) : new EditGone(goneMessage);
}
