import type { PooledHttp } from '../core/ports.ts'
import { openPooledHttp, systemClock } from '../io/index.ts'
import { createClient, type SwapClient, type SwapClientOptions } from './client.ts'

/**
 * The service of any server with the HTTP API, with the same results and errors as in process, over a pool of connections.
 * @param baseUrl http or https URL that ends in /api/v1, which is added to a URL without a path
 * @param openHttp opens the pool. @default one that nobody watches
 * @throws CONFIG_INVALID when the base URL cannot be used
 */
export function createSwapClient(
  baseUrl: string,
  options: SwapClientOptions = {},
  openHttp: () => Promise<PooledHttp> = openPooledHttp,
): SwapClient {
  return createClient(baseUrl, options, { clock: systemClock, openHttp })
}
