import { expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import type { SettingOrigin } from '../../../../src/tui/context.ts'
import type { ListedProvider } from '../../../../src/tui/screens/providers/state.ts'
import { openScreens } from '../../open-screens.ts'
import { keys } from '../../sample-swap.ts'

const RELAY: ListedProvider = {
  ...{ key: 'RELAY', name: 'Relay', type: 'BRIDGE', record: undefined, delivery: undefined },
  state: {
    ...{ key: 'RELAY', name: 'Relay', type: 'BRIDGE', baseUrl: '', docs: '', hosts: [], settings: [] },
    ...{ active: true, enabled: true, ready: true, gate: { failures: 0 }, record: { finished: 0, success: 0 } },
  },
}

/** Turns RELAY off on screens whose settings come from there. @returns what is told, and what was written */
async function turnedOff(origins: Readonly<Record<string, SettingOrigin>>) {
  const written: unknown[] = []
  const { state, send, until } = openScreens({
    clock: systemClock,
    settings: { values: {}, origins: () => origins, write: async (key, value) => void written.push([key, value]) },
  })
  send([...keys('4'), { on: 'providers', type: 'listed', listed: [RELAY] }, ...keys('x')])
  await until(({ notice }) => notice !== undefined)
  return { told: state().notice?.text, written }
}

test('turning a provider off is kept in the settings', async () => {
  expect(await turnedOff({})).toEqual({
    told: 'RELAY will be off after reopening: O reopens now',
    written: [['provider.RELAY.enabled', 'false']],
  })
})

test('what the environment says of a provider cannot be turned here, and nothing is written', async () => {
  const origin = { name: 'SWAPCLI_PROVIDER_RELAY_ENABLED', isFile: false }
  expect(await turnedOff({ 'provider.RELAY.enabled': origin })).toEqual({
    told:
      'RELAY was not switched: SWAPCLI_PROVIDER_RELAY_ENABLED outweighs what is kept here. ' +
      'Start without it: unset SWAPCLI_PROVIDER_RELAY_ENABLED',
    written: [],
  })
})
