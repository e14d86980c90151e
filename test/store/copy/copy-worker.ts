import { writeSync } from 'node:fs'
import { systemClock } from '../../../src/io/clock.ts'
import { copyStore, type StorePlace } from '../../../src/store/copy/copy-store.ts'

/* A process that copies a store, to be killed. It prints a line for each step that it is told of. */

/** What it copies, as JSON in its argument. */
export interface CopyTask {
  readonly from: StorePlace
  readonly to: StorePlace
}

// The parent is a test of this folder.
const { from, to } = JSON.parse(process.argv[2] ?? '') as CopyTask
const revive = (place: StorePlace): StorePlace =>
  place.kind === 'file' ? place : { ...place, clock: systemClock, random: Math.random }

await copyStore({
  ...{ from: revive(from), to: revive(to), leave: new Set<string>(), signal: new AbortController().signal },
  onProgress: () => void writeSync(1, 'step\n'),
})
