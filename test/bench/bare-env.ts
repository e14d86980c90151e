import { homeEnv } from '../support/home-env.ts'

/*
 * The programs of the bench run in an environment made from nothing, as a user's: one variable of the machine that measures,
 * NODE_EXTRA_CA_CERTS, makes a bare Node take three times as long.
 */

/** What a program needs to start: PATH, a HOME, and the program's own. @param home folder of both */
export function bareEnv(home: string): Readonly<Record<string, string>> {
  const { SWAPCLI_HOME } = homeEnv(home)
  // What a command notes of homes goes below this HOME.
  return { PATH: process.env['PATH'] ?? '', HOME: home, SWAPCLI_HOME }
}

/** The same for longer work on the sandbox, with its notes of homes beside the home. */
export function sandboxEnv(home: string): Readonly<Record<string, string>> {
  return { ...bareEnv(home), ...homeEnv(home), SWAPCLI_NETWORK: 'sandbox', NO_COLOR: '1' }
}

/** Names of the variables of Node that are set here, which no program of the bench gets. */
export function droppedVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('NODE_') && env[name] !== '')
    .sort()
}
