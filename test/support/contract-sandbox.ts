import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { EmbeddedSwapService } from '../../src/index.ts'
import { asObject } from './contract-fields.ts'
import { readEnvelope } from './contract-http.ts'
import { type ContractServer, openContractService, serveContract } from './contract-service.ts'
import type { Fields } from './contract-world.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

/** Paths that are read, and need nothing. */
export const GETS = ['/swap/chains', '/swap/assets', '/swap/sources', '/transaction/history', '/transaction/stats']
/** Paths that take a body. */
export const POSTS = ['/quote', '/quote/lock', '/quote/execute', '/transaction/track']

/** A served sandbox of this test's own. */
export interface ServedSandbox {
  readonly clock: FakeClock
  readonly service: EmbeddedSwapService
  readonly server: ContractServer
}

/** Serves a fresh sandbox for each test of a file; gives the one of the running test. */
export function serveSandboxForEachTest(): () => ServedSandbox {
  let directory: string
  let served: ServedSandbox
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'swapcli-http-'))
    const clock = createFakeClock()
    const service = await openContractService({ clock, directory })
    served = { clock, service, server: await serveContract(service, clock) }
  })
  afterEach(async () => {
    await served.server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return () => served
}

/** The error in an answer, after the checks that hold for every answer. */
export async function errorOf(response: Response): Promise<Fields> {
  return asObject((await readEnvelope(response))['error'])
}
