import { clean } from '../../core/text/clean-text.ts'
import { defined } from '../../core/defined.ts'
import { providerSettingKey, readAcceptCodes } from '../../io/index.ts'
import type { RunBounds } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import type { AcceptFlags } from './pay-options.ts'

/** Says that a whole server is trusted no longer. */
export function noteTrust(
  output: Pick<Session['output'], 'say'>,
  { trustServer }: Pick<AcceptFlags, 'trustServer'>,
): void {
  if (!trustServer) return
  output.say(clean`warning: --trust-server ends with the next version; accept doubts by name instead: --accept CODE,…`)
}

/**
 * What a run accepts of the payments of its provider: by options, and by the setting of the provider, unless a server only
 * says that it is this provider.
 */
export function acceptedDoubts(
  { settings }: Pick<Session, 'settings'>,
  { accept }: Pick<AcceptFlags, 'accept'>,
  { provider, api, kept = [] }: AskedProvider,
): Pick<RunBounds, 'accept'> {
  const setting = api === undefined ? settings.get(providerSettingKey(provider, 'ACCEPT'))?.value : undefined
  const set = readAcceptCodes(setting ?? '')
  const codes = [...new Set([...kept, ...set, ...accept])]
  return defined({ accept: codes.length === 0 ? undefined : codes })
}

/** Who is to be paid. */
interface AskedProvider {
  readonly provider: string
  /** The server that names it; undefined for the service of this machine. */
  readonly api: string | undefined
  /** What the run accepted before. @default nothing */
  readonly kept?: RunBounds['accept']
}
