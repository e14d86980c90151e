import { providerSettingKey } from '../../../io/index.ts'
import { availabilityText } from '../../../core/text/availability.ts'
import { duration } from '../../../core/text/duration.ts'
import type { ListedProvider, ProvidersState } from './state.ts'

/** In a few words whether it would be asked now, and why not. @param now epoch milliseconds */
export function stateText({ key, state }: ListedProvider, { switched }: ProvidersState, now: number): string {
  if (state === undefined) return 'listed by the server'
  const turned = switched[key]
  if (turned !== undefined && turned !== state.enabled)
    return turned ? 'on after reopening (O)' : 'off after reopening (O)'
  return availabilityText(state, (until) => `, ${duration((Date.parse(until) - now) / 1000)} left`)
}

/** The command that makes it usable; undefined where nothing needs to be done, or only time helps. */
export function fixOf({ key, state }: ListedProvider, network: string): string | undefined {
  if (state?.reason?.code === 'disabled') return `swapcli providers enable ${key} --network ${network}`
  const missing = state?.settings.find(({ required, set }) => required && !set)
  if (missing === undefined) return undefined
  return `swapcli config set ${providerSettingKey(key, missing.name)} ${missing.secret ? '-' : 'VALUE'}`
}
