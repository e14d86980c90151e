import { SwapError } from '../../../core/api/errors.ts'
import { defineCommand } from '../../command.ts'
import { during } from '../../output/spinner.ts'
import { openAdmin } from '../../session.ts'
import { checkDocument, printChecks } from '../../views/provider-view.ts'

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
      default: 8,
      description: 'longest wait for one provider',
    },
  },
  examples: ['providers check --network live', 'providers check RELAY LIFI --network live --json'],
  notes: 'Exit code 5 when a provider that is ready does not answer.',
  local: true,
  run: async (session, { key: keys }, { timeout }) => {
    const admin = await openAdmin(session)
    const found = await during(
      session,
      'Asking every provider',
      admin.checkProviders(keys.length === 0 ? undefined : keys, timeout * 1000, session.signal),
    )
    const checks = found.map((one) =>
      one.next === undefined ? one : { ...one, next: session.output.namePlace(one.next) },
    )
    if (session.output.json) session.output.printJson({ data: checks.map(checkDocument) })
    else await printChecks(session.output, checks)
    const failed = checks.filter(({ result }) => result === 'failed')
    if (failed.length === 0) return
    throw new SwapError('PROVIDER_UNAVAILABLE', `Not usable now: ${failed.map(({ key }) => key).join(', ')}`, {
      hint: failed[0]?.next ?? 'swapcli providers check',
    })
  },
})
