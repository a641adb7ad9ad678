/** A mistake that the user can correct: its French message is printed alone, without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}
