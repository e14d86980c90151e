import { isSwapError, type SwapError } from '../../../core/api/errors.ts'
import { findSettingsDrafts, readConfig } from '../../../io/index.ts'
import type { FoundFault } from '../../accounts/own-files.ts'
import type { Session } from '../../session.ts'
import { findTraceProblem, traceRemedy, traceTarget } from '../../trace.ts'
import { type Check, failCheck, ok, warn } from './check.ts'

/** True where the settings could not be used for who else can change them, and now can. */
export async function areMended(
  { settingsProblems, configFile }: Session,
  faults: readonly FoundFault[],
): Promise<boolean> {
  if (!settingsProblems.some(({ reason }) => reason === 'files') || !faults.some(({ isMended }) => isMended))
    return false
  return readConfig(configFile).then(
    () => true,
    () => false,
  )
}

/** What is wrong with the nodes that are set. */
export async function nodeProblems(session: Session): Promise<readonly SwapError[]> {
  const { refuseUnusedNodes } = await import('../../node-settings.ts')
  return refuseUnusedNodes(session).then(
    () => [],
    (error: unknown) => (isSwapError(error) ? [error] : Promise.reject(error as Error)),
  )
}

/** What killed commands left of changes to the settings. */
export async function checkSettingsDrafts({ configFile }: Session): Promise<readonly Check[]> {
  const next = 'Nothing: the next config set removes it'
  return (await findSettingsDrafts(configFile)).map((path) =>
    warn('settings', `a command was ended while it wrote ${path}, which may hold a key`, next),
  )
}

/** Whether the file of the trace can be written. */
export async function checkTrace({ settings }: Session): Promise<readonly Check[]> {
  const problem = await findTraceProblem(traceTarget(settings))
  return problem === undefined ? [] : [warn('settings', problem, traceRemedy(settings))]
}

/** Whether the settings can be used. */
export function checkSettings({ settings, configFile }: Session, problems: readonly SwapError[]): readonly Check[] {
  if (problems.length > 0)
    return problems.map((problem) => failCheck('settings', problem, 'See them: swapcli config list'))
  const given = [...settings.values()].filter(({ origin }) => origin.startsWith('--')).length
  const kept = settings.size - given
  const text = `${kept === 0 ? 'all at their defaults' : `${kept} set`}${given === 0 ? '' : `, ${given} given for this command`}`
  return [ok('settings', `${text} (${configFile})`)]
}
