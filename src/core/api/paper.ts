import type { Network } from './enums.ts'
import { isSwapError, SwapError } from './errors.ts'
import { SOURCES_QUERY } from './requests.ts'
import type { SwapService } from './service.ts'
import { shellWord } from '../text/command-line.ts'

/*
 * Whether money is of paper is told by the provider that a swap goes through, which is the service's word: a setting of this
 * machine only says what its user takes the service for.
 */

/** How the keys of the sandbox's providers begin, wherever they are served; no live provider may have such a key. */
const PAPER_PREFIX = 'SANDBOX_'

/** True for a provider of the sandbox: nothing real is to be paid for a swap through it. */
export function isPaperProvider(key: string): boolean {
  return key.startsWith(PAPER_PREFIX)
}

/** The network that a service is of, by the keys of its providers; undefined where it has none, or some of both. */
export function networkOfProviders(keys: readonly string[]): Network | undefined {
  const paper = keys.filter(isPaperProvider).length
  if (keys.length === 0 || (paper > 0 && paper < keys.length)) return undefined
  return paper > 0 ? 'sandbox' : 'live'
}

/** The same of a service, as it lists them; undefined where it does not say. @throws what keeps it from being asked */
export async function readNetwork(service: Pick<SwapService, 'sources'>): Promise<Network | undefined> {
  try {
    const { data } = await service.sources({ perPage: SOURCES_QUERY.perPage.maximum })
    return networkOfProviders(data.map(({ key }) => key))
  } catch (error) {
    // What it locks is held against the network by its provider.
    if (isSwapError(error) && !error.retryable) return undefined
    throw error
  }
}

/** What a server is that its user takes for one of the other network, and what that means, a sentence. */
export function otherNetworkText(taken: Network): string {
  return taken === 'live'
    ? 'This server is a sandbox (paper money), and the network here is live'
    : 'This server is LIVE (real money), and the network here is the sandbox'
}

/** The same, what is done about it, and how to say that the server is meant, on two lines of a narrow terminal. */
export function otherNetworkShort(taken: Network): string {
  return taken === 'live'
    ? 'Sandbox server, LIVE here: nothing is locked. Meant? Start with --network sandbox'
    : 'LIVE server, sandbox here: nothing is locked. Meant? Start with --network live'
}

/** How to say that the server is meant, with the words of a command. */
export function otherNetworkHint(taken: Network, api: string): string {
  const other: Network = taken === 'live' ? 'sandbox' : 'live'
  return `If you mean this server: swapcli --network ${other} --api ${shellWord(api)}`
}

/**
 * Holds the provider of a swap over a server against the network that its user takes that for.
 * @param api base URL of the server
 * @throws WALLET_REFUSED
 */
export function verifyNetwork(taken: Network, provider: string, api: string): void {
  if (isPaperProvider(provider) !== (taken === 'sandbox')) throw otherNetwork(taken, api)
}

/** The refusal to go on with a server of the other network. */
export function otherNetwork(taken: Network, api: string): SwapError {
  const hint = otherNetworkHint(taken, api)
  return new SwapError('WALLET_REFUSED', otherNetworkText(taken), { reason: 'network', hint })
}
