import { settingName } from '../../../io/index.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'

/** Refuses a key of the screens that would do two things, or nothing. @throws USAGE */
export async function verifySetKey(session: Session, key: string, value: string): Promise<void> {
  if (settingName(key) !== 'keys') return
  const problem = await problemOf({ ...valuesOf(session), [key]: value })
  if (problem !== undefined) throw usage(problem, 'See the keys of each screen with ? there')
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
  const { [key]: _unset, ...left } = valuesOf(session)
  const problem = await problemOf(left)
  if (problem === undefined || (await problemOf(valuesOf(session))) !== undefined) return
  throw usage(
    `${key} is still set. Without it, ${problem.replace(/^keys: /, '')}`,
    'Unset the key of the other action first, or set another one for it',
  )
}

function valuesOf({ settings }: Session): Readonly<Record<string, string>> {
  return Object.fromEntries([...settings.values()].map(({ key, value }) => [key, value]))
}

async function problemOf(values: Readonly<Record<string, string>>): Promise<string | undefined> {
  const { keysProblem } = await import('../../../tui/index.ts')
  return keysProblem(values)
}
