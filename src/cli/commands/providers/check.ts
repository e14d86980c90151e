import { SwapError } from '../../../core/api/errors.ts'
import { isWithoutConnection, OFFLINE, OFFLINE_NEXT } from '../../../core/api/offline.ts'
import { defineCommand } from '../../command.ts'
import { during } from '../../output/spinner.ts'
import { openAdmin } from '../../session.ts'
import { usage } from '../../usage.ts'
import { checkDocument, printChecks } from '../../views/provider-view.ts'

/** Longest wait for a cheap answer, and for a quote, in seconds. */
const WAIT_SEC = 8
const DEEP_WAIT_SEC = 15

/** Asks providers for something cheap, and says what is wrong and what to do. */
export const check = defineCommand({
  arguments: {
    key: { kind: 'provider', many: true, description: 'keys of providers; all of them where none is given' },
  },
  options: {
    timeout: {
      kind: 'duration',
      value: 'seconds',
      min: 0.1,
      max: 120,
      defaultText: `${WAIT_SEC}, or ${DEEP_WAIT_SEC} with --deep`,
      description: 'longest wait for one provider, with --deep for each of its quotes',
    },
    deep: {
      kind: 'switch',
      description: 'ask for a small real quote of each kind, without wallets, and compare the replies with recordings',
    },
    save: {
      kind: 'file',
      value: 'DIR',
      alone: 'recordings',
      description: 'with --deep: write the replies and their requests as recordings of the test suite',
    },
  },
  examples: [
    'providers check --network live',
    'providers check RELAY LIFI --network live --json',
    'providers check --deep --network live',
  ],
  notes:
    'Exit code 5 when a provider that is ready does not answer. With --deep exit code 4 when routes are lost because replies are not as expected.',
  local: true,
  run: async (session, { key: keys }, { timeout, deep, save }) => {
    if (deep) {
      const { checkDeeply } = await import('./deep-check.ts')
      return checkDeeply(session, keys, (timeout ?? DEEP_WAIT_SEC) * 1000, save)
    }
    if (save !== undefined) throw usage('--save needs --deep: the short check gets no quotes')
    const admin = await openAdmin(session)
    const found = await during(
      session,
      'Asking every provider',
      admin.checkProviders(keys.length === 0 ? undefined : keys, (timeout ?? WAIT_SEC) * 1000, session.signal),
    )
    const checks = found.map((one) =>
      one.next === undefined ? one : { ...one, next: session.output.namePlace(one.next) },
    )
    const failed = checks.filter(({ result }) => result === 'failed')
    const isOffline =
      failed.length > 1 &&
      checks.every(({ result, systemCode }) => result === 'skipped' || isWithoutConnection(systemCode))
    if (session.output.json) session.output.printJson({ data: checks.map(checkDocument) })
    else if (isOffline) {
      throw new SwapError('PROVIDER_UNAVAILABLE', OFFLINE, {
        hint: `${OFFLINE_NEXT}. The failure of each provider: swapcli providers check --json`,
      })
    } else await printChecks(session.output, checks)
    if (failed.length === 0) return
    throw new SwapError('PROVIDER_UNAVAILABLE', `Not usable now: ${failed.map(({ key }) => key).join(', ')}`, {
      hint: failed[0]?.next ?? 'swapcli providers check',
    })
  },
})
