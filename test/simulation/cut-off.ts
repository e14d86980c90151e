import type { RunStep } from '../../src/wallet/run/steps.ts'
import type { Process } from './kernel.ts'
import type { World } from './world.ts'

/*
 * A run that is cut off between its lock and its execution lies for a while: longer than its lock lasts, so that it is locked anew, and
 * sometimes longer than what was agreed to beforehand lasts.
 */

/** How often a new run is cut off as it begins to be executed: where little else goes wrong, more of them come to be locked anew. */
const CUT_OFF = { quiet: 0.7, troubled: 0.05 }
const MINUTE_MS = 60_000
/** How often the market rises as a swap is locked, and falls back soon, by more than the slippage. */
const PEAK = 0.7
const PEAK_BPS = 10_150
const USUAL_BPS = 9_990

/** Cuts runs off. */
export interface Shears {
  /** Called at each step of a run. */
  hear(process: Process, step: RunStep): void
  /** Lets lie what was cut off; nothing for what ended otherwise. @returns true for one that the user then resumes with no other word */
  lie(process: Process): Promise<boolean>
}

/**
 * @param setPrice changes the market, in parts of ten thousand of parity
 * @param how whether anything else goes wrong in the seed
 */
export function createShears(
  { kernel, fate, lockTtlMs }: World,
  setPrice: (bps: number) => void,
  how: keyof typeof CUT_OFF,
): Shears {
  const cut = new Set<Process>()
  return {
    hear: (process, step) => {
      if (!process.name.includes('/swap ')) return
      if (step === 'locking' && how === 'quiet' && fate.chance(PEAK)) {
        setPrice(PEAK_BPS)
        kernel.after(MINUTE_MS, () => setPrice(USUAL_BPS))
      }
      if (step !== 'executing' || !fate.chance(CUT_OFF[how])) return
      cut.add(process)
      // Before anything else of it is done.
      kernel.after(0, () => process.kill('the user closes the terminal'))
    },
    lie: async (process) => {
      if (!cut.has(process)) return false
      const isLong = fate.chance(0.4)
      await kernel.sleep(isLong ? (18 + 30 * fate.next()) * MINUTE_MS : lockTtlMs + (1 + 4 * fate.next()) * MINUTE_MS)
      kernel.note('the user comes back')
      return true
    },
  }
}
