/** Ends a command whose outcome is already printed. */
export class Done extends Error {
  override readonly name = 'Done'
  readonly exitCode: number
  /** @param exitCode 0 to 255 */
  constructor(exitCode: number) {
    super('done')
    this.exitCode = exitCode
  }
}
