import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new empty folder that goes when the test ends. */
export async function newHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'swapcli-cli-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}
