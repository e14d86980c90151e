import { providerSettingKey } from '../../../io/index.ts'
import { availabilityText } from '../../../core/text/availability.ts'
import { duration } from '../../../core/text/duration.ts'
import { commandLine, homeWords, placeWords } from '../../../core/text/command-line.ts'
import type { Place } from '../../context.ts'
import type { ListedProvider, MadeCheck, ProvidersState } from './state.ts'

/** In a few words whether it would be asked now, and why not. @param now epoch milliseconds */
export function stateText({ key, state }: ListedProvider, { switched, checks }: ProvidersState, now: number): string {
  if (state === undefined) return 'listed by the server'
  const turned = switched[key]
  if (turned !== undefined && turned !== state.enabled) return turned ? 'on after reopening' : 'off after reopening'
  const failed = failedCheck({ key, state }, checks)
  if (failed !== undefined) {
    return `failed its check ${duration((now - failed.atMs) / 1000)} ago`
  }
  return availabilityText(state, (until) => `, ${duration((Date.parse(until) - now) / 1000)} left`)
}

/** What the last check found of a provider that would be asked now and did not answer it; undefined for any other. */
export function failedCheck(
  { key, state }: Pick<ListedProvider, 'key' | 'state'>,
  checks: ProvidersState['checks'],
): MadeCheck | undefined {
  const check = checks[key]
  return state?.reason === undefined && check?.result === 'failed' ? check : undefined
}

/** The command that makes it usable; undefined where nothing needs to be done, or only time helps. */
export function fixOf({ key, state }: ListedProvider, place: Place): string | undefined {
  if (state?.reason?.code === 'disabled') return commandLine(['providers', 'enable', key, ...placeWords(place)])
  const missing = state?.settings.find(({ required, set }) => required && !set)
  if (missing === undefined) return undefined
  return setCommand(key, missing, place)
}

/** A setting of a provider, by the name that it has there. */
interface NamedSetting {
  readonly name: string
  readonly secret: boolean
}

/** The command that sets a setting of a provider. */
export function setCommand(key: string, { name, secret }: NamedSetting, place: Place): string {
  return commandLine(['config', 'set', providerSettingKey(key, name), secret ? '-' : 'VALUE', ...homeWords(place)])
}
