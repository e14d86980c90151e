/**
 * Folder of what this machine has seen of a home in a test: nothing is ever written to the state folder of whoever runs the
 * tests. A copy of a home has another one, unless its test names the same.
 */
export function stateOf(home: string): string {
  return `${home}-state`
}

/** Where a program in a test keeps everything, and the time zone of its machine. */
export function homeEnv(home: string): Readonly<Record<'SWAPCLI_HOME' | 'SWAPCLI_STATE' | 'TZ', string>> {
  return { SWAPCLI_HOME: home, SWAPCLI_STATE: stateOf(home), TZ: 'UTC' }
}
