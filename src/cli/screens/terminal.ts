/** What decides whether the screens can be shown. */
export interface ScreenFacts {
  readonly stdin: object
  readonly stdout: object
  readonly env: Readonly<Record<string, string | undefined>>
}

/** True on a terminal that a person types at and that can be drawn on. */
export function canShowScreens(facts: ScreenFacts): boolean {
  // stdin last: Node opens it when it is read.
  return facts.env['TERM'] !== 'dumb' && isTerminalOutput(facts.stdout) && isTerminalInput(facts.stdin)
}

/** True for a terminal that keys can be read from one by one. */
export function isTerminalInput(stream: object): stream is NodeJS.ReadStream {
  return 'isTTY' in stream && stream.isTTY === true && 'setRawMode' in stream
}

/** True for a terminal that tells its size. */
export function isTerminalOutput(stream: object): stream is NodeJS.WriteStream {
  return 'isTTY' in stream && stream.isTTY === true && 'rows' in stream && 'columns' in stream
}
