import type { RunStep } from '../../src/wallet/run/steps.ts'
import type { Process } from './kernel.ts'
import type { World } from './world.ts'

/*
 * A disk that is full from some step of a run on: nothing is written any more and all is read, until its user makes room. Or one
 * that answers errors for a while, to reads too.
 */

/** How often it is full from a step on at which something is agreed to or handed out. */
const FULL = { quiet: 0.03, troubled: 0.1 }
/** How often it answers errors from a step on, and for how long at most, in milliseconds. */
const FAILING = 0.02
const LONGEST_FAILURE_MS = 30_000
const STEPS: readonly RunStep[] = ['locked', 'executing', 'executed', 'signed']
/** Longest time until the user has made room where no command has told him to, in milliseconds. */
const LONGEST_MS = 5 * 60_000

/** Fills the disk of the user's machine. */
export interface DiskFiller {
  /** Called at each step of a run. */
  hear(process: Process, step: RunStep): void
  /** The user makes room. */
  makeRoom(): void
}

/**
 * @param tell told what becomes of the disk
 * @param how whether anything else goes wrong in the seed
 */
export function createDiskFiller(
  { kernel, home }: World,
  tell: (what: string) => void,
  how: keyof typeof FULL,
): DiskFiller {
  const dice = kernel.random.fork('full disk')
  const files = Object.values(home.files)
  const makeRoom = () => {
    for (const file of files) file.isFailing = false
    if (!files.some(({ isFull }) => isFull)) return
    for (const file of files) file.isFull = false
    kernel.note('the user makes room on the disk')
  }
  return {
    makeRoom,
    hear: (_process, step) => {
      if (!STEPS.includes(step)) return
      if (dice.chance(FAILING)) {
        for (const file of files) file.isFailing = true
        tell(`disk errors: that of ${home.name} cannot be read or written for a while`)
        kernel.after(dice.next() * LONGEST_FAILURE_MS, () => {
          for (const file of files) file.isFailing = false
        })
      }
      if (!dice.chance(FULL[how])) return
      // A file may have room of its own for a while.
      const full = dice.chance(0.5) ? files : [home.files.wallet]
      for (const file of full) file.isFull = true
      tell(`disk: that of ${home.name} is full`)
      kernel.after(dice.next() * LONGEST_MS, makeRoom)
    },
  }
}
