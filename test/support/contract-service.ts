import type { Clock } from '../../src/core/ports.ts'
import { type EmbeddedSwapService, openSwapService } from '../../src/index.ts'
import { systemClock } from '../../src/io/clock.ts'
import { serve, type ServeOptions } from '../../src/server/serve.ts'
import { createCountingIds, type FakeClock } from './fake-clock.ts'

/** A sandbox service whose every answer follows from its clock: counted ids, one seed, a store of its own. */
export function openContractService(options: { clock: Clock; directory: string }): Promise<EmbeddedSwapService> {
  return openSwapService({
    network: 'sandbox',
    home: options.directory,
    clock: options.clock,
    ids: createCountingIds(),
    sandbox: { seed: 7, speed: 1 },
  })
}

export interface ContractServer {
  /** Base URL of the API. */
  readonly url: string
  /** Stops the server, which closes its service. */
  close(): Promise<void>
}

/** Serves a service on a free port of loopback, through the socket that users have. @param clock the service's own, if it is a fake */
export async function serveContract(
  service: EmbeddedSwapService,
  clock?: FakeClock,
  options: ServeOptions = {},
): Promise<ContractServer> {
  const server = await serve(service, {
    clock: clock ?? systemClock,
    catalogVersion: () => service.catalogVersion(),
    ...options,
  })
  return {
    url: server.url,
    close: async () => {
      let closed = false
      const closing = server.close().finally(() => {
        closed = true
      })
      while (clock !== undefined && !closed) await clock.advance(100)
      await closing
    },
  }
}
