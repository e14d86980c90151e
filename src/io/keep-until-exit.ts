/** Keeps an object from being collected until the process ends. */
export function keepUntilExit(kept: object): void {
  process.once('exit', () => kept)
}
