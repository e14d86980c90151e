import type { RunStep } from '../../src/wallet/run/steps.ts'
import type { Process } from './kernel.ts'
import type { World } from './world.ts'

/* A disk that is full from some step of a run on: nothing is written any more and all is read, until its user makes room. */

/** How often it is full from a step on at which something is agreed to or handed out. */
const FULL = 0.04
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

/** @param tell told what becomes of the disk */
export function createDiskFiller({ kernel, home }: World, tell: (what: string) => void): DiskFiller {
  const dice = kernel.random.fork('full disk')
  const files = Object.values(home.files)
  const makeRoom = () => {
    if (!files.some(({ isFull }) => isFull)) return
    for (const file of files) file.isFull = false
    kernel.note('the user makes room on the disk')
  }
  return {
    makeRoom,
    hear: (_process, step) => {
      if (!STEPS.includes(step) || !dice.chance(FULL)) return
      // A file may have room of its own for a while.
      const full = dice.chance(0.5) ? files : [home.files.wallet]
      for (const file of full) file.isFull = true
      tell(`disk: that of ${home.name} is full`)
      kernel.after(dice.next() * LONGEST_MS, makeRoom)
    },
  }
}
