import { createSwapClient } from '../../src/client/index.ts'
import type { SwapService } from '../../src/core/api/service.ts'
import type { PooledHttp } from '../../src/core/ports.ts'
import { createServerHandler } from '../../src/server/app.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { createCatalog, createSwapService, type EmbeddedSwapService } from '../../src/service/index.ts'
import { SERVICE_LIMITS } from '../support/service-limits.ts'
import { openSimulatedStore } from './disk.ts'
import type { Process } from './kernel.ts'
import { createIds, type Machine, startProcess } from './machine.ts'
import { CATALOG } from './market.ts'
import { connectionError } from './network.ts'
import { createProvider } from './provider.ts'
import { SERVER, type World } from './world.ts'

/*
 * The real service, server and client, each in a simulated process.
 */

/** Opens the service on the files of a process's machine. */
export function openEmbedded(world: World, machine: Machine, process: Process): EmbeddedSwapService {
  const { clock } = process
  const dice = world.kernel.random.fork(`service ${world.nextNumber()} of ${process.name}`)
  const store = openSimulatedStore(machine.files.store, process, () => clock.now())
  return createSwapService({
    network: 'live',
    clock,
    ids: createIds(dice),
    store,
    catalog: createCatalog({ data: CATALOG, store }),
    catalogData: CATALOG,
    providers: world.providers.map((provider) => createProvider(provider, process)),
    price: () => 1_000_000n,
    openPrices: undefined,
    publicNodes: () => world.nodes.public,
    setting: (key) => (key === 'RPC' ? world.nodes.own : undefined),
    userAgent: 'swapcli/simulation',
    random: () => dice.next(),
    openHttp: async () => httpOf(world, process),
    limits: { ...SERVICE_LIMITS, lockTtlMs: world.lockTtlMs },
    onError: (error) => world.complainOfBug(process, error),
  })
}

function httpOf({ network }: World, process: Process): PooledHttp {
  return { fetch: network.fetchOf(process), close: async () => undefined }
}

/** Opens the client of the server. */
export function openClient({ network }: World, process: Process): SwapService {
  return createSwapClient(SERVER, { fetch: network.fetchOf(process), clock: process.clock })
}

/** How a command is given. */
export interface CommandWay {
  /** The swap is agreed to beforehand, as by `--yes`. */
  readonly yes: boolean
  /** Goes over the server. */
  readonly overServer: boolean
  /** Where a run may be paid already, a person at the terminal looks at the chain himself. @default nobody is there */
  readonly looks?: boolean
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

/** A command, and where it runs. */
export interface Command extends CommandWay {
  /** True for one that lists the history. @default false */
  readonly isLook?: boolean
  readonly world: World
  readonly machine: Machine
  readonly process: Process
}

/** `swapcli serve`: tracks, and answers at its address until it is killed. @returns the process */
export function serve(world: World, machine: Machine): Process {
  const process = startProcess(world.kernel, machine, `serve ${world.nextNumber()}`)
  const service = openEmbedded(world, machine, process)
  service.startTracker()
  if (machine !== world.server) return process
  const { handle } = createServerHandler(service, {
    clock: process.clock,
    ids: createIds(world.kernel.random.fork(`server of ${process.name}`)),
    ...embeddedOptions(service),
  })
  world.network.serve(new URL(SERVER).host, (url, { method, headers, body }) => {
    if (!process.isAlive()) throw connectionError('ECONNREFUSED')
    return new Promise((resolve, reject) => {
      process.onEnd(() => reject(connectionError('ECONNRESET')))
      const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })
      void (async () => {
        const response = await handle(request, { local: true })
        resolve({ status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() })
      })()
    })
  })
  return process
}
