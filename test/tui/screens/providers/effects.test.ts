import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { type AppState, SCREENS } from '../../../../src/tui/screens.ts'
import type { SettingOrigin, TuiContext } from '../../../../src/tui/context.ts'
import { createRuntime } from '../../../../src/tui/runtime.ts'
import { startState } from '../../../../src/tui/state.ts'
import { keys } from '../../sample-swap.ts'
import { PATIENT } from '../../../support/patience.ts'

/** Turns RELAY off on screens whose settings come from there. @returns what is told, and what was written */
async function turnedOff(origins: Readonly<Record<string, SettingOrigin>>) {
  const written: unknown[] = []
  const place = { network: 'live', api: undefined, version: '0.0.0' } as const
  const context: TuiContext = {
    place,
    clock: systemClock,
    settings: {
      values: {},
      origins: () => origins,
      write: async (key, value) => void written.push([key, value]),
    },
    open: () => Promise.reject(new Error('nothing is asked of the service')),
  }
  let state: AppState = startState(SCREENS, {
    now: systemClock.now(),
    size: { columns: 120, rows: 40 },
    place,
    settings: {},
  })
  const { dispatch, left } = createRuntime(
    SCREENS,
    context,
    {
      ...state,
      tab: 'providers',
      screens: {
        ...state.screens,
        providers: {
          ...state.screens.providers,
          listed: [
            {
              key: 'RELAY',
              name: 'Relay',
              type: 'BRIDGE',
              record: undefined,
              delivery: undefined,
              state: {
                key: 'RELAY',
                name: 'Relay',
                type: 'BRIDGE',
                active: true,
                enabled: true,
                ready: true,
                hosts: [],
                baseUrl: '',
                docs: '',
                settings: [],
                gate: { failures: 0 },
                record: { finished: 0, success: 0 },
              },
            },
          ],
        },
      },
    },
    { draw: (next) => (state = next), write: () => undefined },
  )
  onTestFinished(async () => {
    keys('ctrl-c').forEach(dispatch)
    await left
  })
  keys('t').forEach(dispatch)
  await vi.waitFor(() => expect(state.notice).toBeDefined(), PATIENT)
  return { told: state.notice?.text, written }
}

test('turning a provider off is kept in the settings', async () => {
  expect(await turnedOff({})).toEqual({
    told: 'RELAY is off once the screens are opened again: O does that now',
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
