import { settingName } from '../../../io/index.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'

/** Refuses a key of the screens that would do two things, or nothing. @throws USAGE */
export async function verifySetKey(session: Session, key: string, value: string): Promise<void> {
  if (settingName(key) !== 'keys') return
  const { keysProblem } = await import('../../../tui/index.ts')
  const problem = keysProblem({ ...valuesOf(session), [key]: value })
  if (problem !== undefined) throw usage(problem, 'See what each action does, and its keys: swapcli config actions')
}

/**
 * Refuses to give an action its usual key back that would do two things then; settings that do not fit as they stand can be taken
 * out, whatever is left.
 * @throws USAGE
 */
export async function verifyUnsetKey(session: Session, key: string): Promise<void> {
  // What the environment sets goes on.
  const origin = [...session.settings.values()].find((setting) => setting.key === key)?.origin
  if (settingName(key) !== 'keys' || origin !== session.configFile) return
  const { keysProblemWithout } = await import('../../../tui/index.ts')
  const problem = keysProblemWithout(valuesOf(session), key)
  if (problem === undefined) return
  throw usage(
    `${key} is still set. Without it, ${problem}`,
    'Unset the key of the other action first, or set another one for it',
  )
}

/** The values in force, by key. */
export function valuesOf({ settings }: Session): Readonly<Record<string, string>> {
  return Object.fromEntries([...settings.values()].map(({ key, value }) => [key, value]))
}
