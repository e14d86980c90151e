import type { SwapRun } from '../../src/wallet/run/journal.ts'
import type { Process } from './kernel.ts'
import type { World } from './world.ts'

/*
 * A run that is cut off between its lock and its execution lies for a while: longer than its lock lasts, so that it is locked anew, and
 * sometimes longer than what was agreed to beforehand lasts.
 */

/**
 * How often a new run that was agreed to beforehand is cut off as it begins to be executed: where little else goes wrong, more of them
 * come to be locked anew. Of the others somebody is asked anew, whatever the program does.
 */
const CUT_OFF = { quiet: 0.9, troubled: 0.15 }
const CUT_OFF_ASKED = 0.1
const MINUTE_MS = 60_000
/** How often it lies for longer than what was agreed to lasts; after a peak no lock is as good again, so that little can go wrong. */
const LONG = { usual: 0.6, peak: 0.1 }
/** How often the market rises as a swap is locked, and falls back soon, by more than the slippage. */
const PEAK = { quiet: 0.6, troubled: 0.3 }
const PEAK_BPS = 10_150
/** What the market pays at most times, in parts of ten thousand of parity. */
export const USUAL_BPS = 9_990

/** Cuts runs off. */
export interface Shears {
  /** Called at each step of a run. */
  hear(process: Process, run: SwapRun): void
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
  const peaked = new Set<Process>()
  return {
    hear: (process, { step, unattended = false }) => {
      if (!process.name.includes('/swap ')) return
      if (step === 'locking' && unattended && fate.chance(PEAK[how])) {
        peaked.add(process)
        setPrice(PEAK_BPS)
        kernel.after(MINUTE_MS, () => setPrice(USUAL_BPS))
      }
      if (step !== 'executing' || !fate.chance(unattended ? CUT_OFF[how] : CUT_OFF_ASKED)) return
      cut.add(process)
      // Before anything else of it is done.
      kernel.after(0, () => process.kill('the user closes the terminal'))
    },
    lie: async (process) => {
      if (!cut.has(process)) return false
      const isLong = fate.chance(LONG[peaked.has(process) ? 'peak' : 'usual'])
      await kernel.sleep(isLong ? (18 + 30 * fate.next()) * MINUTE_MS : lockTtlMs + (1 + 4 * fate.next()) * MINUTE_MS)
      kernel.note('the user comes back')
      return true
    },
  }
}
