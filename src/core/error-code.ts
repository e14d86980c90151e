/** The code of an error of Node.js or a driver, such as `ENOENT`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The code of an error, or else of the first of its causes that has one. */
export function causeCode(error: unknown): string | undefined {
  return error instanceof Error ? (errorCode(error) ?? causeCode(error.cause)) : undefined
}
