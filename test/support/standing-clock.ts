import { defined } from '../../src/core/defined.ts'
import { monotonicMs } from '../../src/core/monotonic.ts'
import type { Clock } from '../../src/core/ports.ts'
import { systemClock } from '../../src/io/clock.ts'

/** The machine's clock, which stands until it is told to go: what a test waits for before takes no time. */
export interface StandingClock extends Clock {
  /** Lets it go on; whoever waits already waits from now on. Resolves in this turn. */
  go(): Promise<void>
}

/** A clock that stands, but measures how late this process is. Who waits listens to its signal only once it goes. */
export function createStandingClock(): StandingClock {
  const madeAtMs = systemClock.now()
  let goneAtMs: number | undefined
  let open = () => undefined as void
  const gone = new Promise<void>((resolve) => {
    open = resolve
  })
  const passedMs = () => (goneAtMs === undefined ? 0 : monotonicMs(systemClock) - goneAtMs)
  return {
    now: () => madeAtMs + passedMs(),
    monotonicMs: passedMs,
    sleep: (ms, signal) => gone.then(() => systemClock.sleep(ms, signal)),
    ...defined({ watchLag: systemClock.watchLag?.bind(systemClock) }),
    go: async () => {
      goneAtMs = monotonicMs(systemClock)
      open()
      await gone
    },
  }
}
