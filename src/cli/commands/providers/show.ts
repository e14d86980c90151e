import { defined } from '../../../core/defined.ts'
import { providerSettingKey } from '../../../io/index.ts'
import { defineCommand } from '../../command.ts'
import { openAdmin } from '../../session.ts'
import { printProvider } from '../../views/provider-view.ts'

/** Shows one provider and its settings. Nothing is sent to it. */
export const show = defineCommand({
  arguments: {
    key: { kind: 'provider', required: true, hint: 'swapcli providers list', description: 'key of the provider' },
  },
  examples: ['providers show LIFI --network live', 'providers show SANDBOX_DEX --sandbox --json'],
  local: true,
  run: async (session, { key }) => {
    const states = await (await openAdmin(session)).providerStates()
    const state = states.find((candidate) => candidate.key === key)
    if (state === undefined) throw new Error('a key was checked to be one of a provider')
    const accept = session.settings.get(providerSettingKey(key, 'ACCEPT'))?.value
    if (session.output.json) session.output.printJson({ data: { ...state, ...defined({ accept }) } })
    else await printProvider(session.output, state, accept)
  },
})
