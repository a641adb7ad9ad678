/** A mistake that the user can correct: its French message is printed alone, without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/**
 * Runs a command of the terminal to its end. An error for a person is shown as its message, any other whole; both end it
 * with code 1.
 *
 * @param known other classes of errors whose message is for a person
 */
export async function runCommand(
  command: () => Promise<void>,
  ...known: (new (
    message: string,
  ) => Error)[]
): Promise<void> {
  try {
    await command();
  } catch (error) {
    const isForPerson = [UserError, ...known].some((kind) => error instanceof kind);
    console.error(isForPerson ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
