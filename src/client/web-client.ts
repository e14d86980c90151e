import { platformFetch, webClock } from '../io/index.ts'
import { createClient, type SwapClient, type SwapClientOptions } from './client.ts'
import { iterableFetch } from './fetch-option.ts'

/**
 * The service of any server with the HTTP API, with the same results and errors as in process, over the global `fetch` of
 * the platform: browsers, workers, Node, Deno, Bun.
 * @param baseUrl http or https URL that ends in /api/v1, which is added to a URL without a path
 * @throws CONFIG_INVALID when the base URL cannot be used
 */
export function createWebClient(baseUrl: string, options: SwapClientOptions = {}): SwapClient {
  // The platform keeps its connections itself.
  const openHttp = async () => ({ fetch: iterableFetch(platformFetch), close: async () => {} })
  return createClient(baseUrl, options, { clock: webClock, openHttp })
}
