import { onTestFinished, vi } from 'vitest'
import type { SwapService } from '../../src/core/api/service.ts'
import { defined } from '../../src/core/defined.ts'
import type { OpenedSwaps, TuiContext } from '../../src/tui/context.ts'
import { createRuntime } from '../../src/tui/runtime.ts'
import { type AppState, SCREENS, type ProgramEvent } from '../../src/tui/screens.ts'
import type { KeyName } from '../../src/tui/terminal/key-decoder.ts'
import type { StatusRequests } from '../../src/tui/terminal/status-requests.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { PATIENT } from '../support/patience.ts'
import { keys, screensOf } from './sample-swap.ts'

interface Started {
  /** @default the screens before anything happened */
  readonly start?: AppState
  readonly spoken?: boolean
  /** @default of a terminal that never answers */
  readonly status?: StatusRequests
}

/** The screens at work without a terminal, on a clock that stands still but where the context has another one. */
export function openScreens(
  change: Partial<TuiContext> = {},
  { start = screensOf(), spoken = false, status }: Started = {},
) {
  const clock = createFakeClock()
  const states: AppState[] = []
  const codes: string[] = []
  let redrawn = 0
  const written: [string, string | undefined][] = []
  const context: TuiContext = {
    place: start.place,
    clock,
    settings: { values: {}, write: async (key, value) => void written.push([key, value]) },
    open: () => Promise.reject(new Error('nothing is asked of the service')),
    ...change,
  }
  const runtime = createRuntime(SCREENS, context, start, {
    draw: (state) => void states.push(state),
    write: (code) => void codes.push(code),
    redraw: () => void (redrawn += 1),
    spoken,
    ...defined({ status }),
  })
  const send = (events: readonly ProgramEvent[]) => events.forEach(runtime.dispatch)
  const press = (...names: readonly KeyName[]) => send(keys(...names))
  const state = () => states.at(-1) ?? start
  const until = (holds: (state: AppState) => boolean) =>
    vi.waitFor(() => {
      if (!holds(state())) throw new Error('not yet')
    }, PATIENT)
  onTestFinished(async () => {
    press('ctrl-c')
    await runtime.left.catch(() => undefined)
  })
  return { redraws: () => redrawn, clock, states, codes, written, runtime, send, press, state, until }
}

/** A service of which only these calls are there. */
export function openOnly(service: object): TuiContext['open'] {
  return async () => ({ service: service as SwapService }) as OpenedSwaps
}
