import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { stateOf } from './home-env.ts'

/** A new empty folder that goes when the test ends. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-cli-'))
  onTestFinished(async () => {
    for (const folder of [home, stateOf(home)]) await rm(folder, { recursive: true, force: true })
  })
  return home
}
