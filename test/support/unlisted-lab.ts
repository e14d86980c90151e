import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { openSwapService } from '../../src/open.ts'
import type { EmbeddedSwapService, Network } from '../../src/service/service.ts'
import { openRpcLab, type RpcAnswer, type RpcLab } from './rpc-lab.ts'
import { createTestProvider, STILL_PENDING, TEST_PROVIDER } from './test-provider.ts'

/** An address on Base that the catalog lacks. */
export const TOKEN = '0x5eb15eB15eb15EB15EB15Eb15Eb15eB15eB15EB1'

/** What a contract answers to the calls that are made to tell what it is. */
export function contract(symbol: string, decimals: bigint) {
  const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])
  return (method: string, [call]: readonly unknown[]): RpcAnswer => {
    if (method === 'eth_getCode') return { result: '0x60' }
    // Prices are not to be had of it.
    if (method !== 'eth_call') return { status: 500, text: '' }
    const { data } = call as { readonly data: string }
    switch (data) {
      case '0x95d89b41':
        return { result: text(symbol) }
      case '0x06fdde03':
        return { result: text('Some Coin') }
      default:
        return { result: encodeAbiParameters(parseAbiParameters('uint256'), [decimals]) }
    }
  }
}

/** The service on one store, beside a node of Base at which every address is a token USDC with 9 decimals. */
export interface UnlistedLab {
  readonly node: RpcLab
  /** The service with one provider, as another process would open it. @param rpc URL of the node of Base */
  readonly start: (rpc?: string, network?: Network) => Promise<EmbeddedSwapService>
  close(): Promise<void>
}

export async function openUnlistedLab(): Promise<UnlistedLab> {
  const open: EmbeddedSwapService[] = []
  const node = await openRpcLab(8453)
  node.answer = contract('USDC', 9n)
  const home = await mkdtemp(join(tmpdir(), 'swapcli-unlisted-'))
  return {
    node,
    start: async (rpc = node.url, network = 'live') => {
      const service = await openSwapService({
        network,
        home,
        providers: [createTestProvider(() => STILL_PENDING)],
        setting: (key, name) => {
          if (key === 'RPC') return name === 'base' ? rpc : undefined
          return name === 'ENABLED' && key !== TEST_PROVIDER ? 'false' : undefined
        },
      })
      open.push(service)
      return service
    },
    close: async () => {
      await Promise.all(open.map((service) => service.close()))
      await node.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}
