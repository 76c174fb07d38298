/** Something that the user has to mend before the stack can be made; its message says all there is to say. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
