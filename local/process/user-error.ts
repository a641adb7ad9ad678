/** Something the person at the keyboard can put right: its French message is shown alone, without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}
