import type { HttpFetch } from '../../../../src/core/ports.ts'
import { readVaults } from '../../../../src/providers/network-vaults.ts'
import type { ListVaults } from '../../../../src/wallet/family.ts'

/* Nodes of THORChain and Maya, as they answered when the deposits among the recorded quotes were made. */

/** What a node of a network says of a chain. */
export interface VaultRow {
  readonly chain: string
  readonly address: string
  readonly router: string
  readonly halted?: boolean
  readonly chain_trading_paused?: boolean
  readonly global_trading_paused?: boolean
}

const MAYA_ROUTER = '0xe3985E6b61b814F7Cdb188766562ba71b446B46d'

/** Of two days. */
export const MAYA_ROWS: readonly VaultRow[] = [
  { chain: 'ETH', address: '0xb9ac6d689a18be4588f348301208e40f57a868d4', router: MAYA_ROUTER },
  { chain: 'ETH', address: '0xe2991999342a6ed8521ed49903f7267f31363a46', router: MAYA_ROUTER },
]
export const THORCHAIN_ROWS: readonly VaultRow[] = [
  {
    chain: 'BSC',
    address: '0x5a206b77d4d40a9d507babb195dd2dda9f9424f4',
    router: '0xb30ec53f98ff5947ede720d32ac2da7e52a5f56b',
  },
]

/** How the nodes of a network answer, in the order of asking; undefined for one that is dead. */
export type NodeAnswers = readonly ((network: string) => readonly VaultRow[] | undefined)[]

const honest = (network: string) => (network === 'mayachain' ? MAYA_ROWS : THORCHAIN_ROWS)
export const HONEST: NodeAnswers = [honest, honest]

/** What the wallet is given to ask a network. @param own URL of a node of the user's own */
export function vaultsOf(answers: NodeAnswers, own?: string): ListVaults {
  return (network, chainKey) => {
    const hosts: string[] = []
    const fetch: HttpFetch = (url) => {
      const { host, pathname } = new URL(url)
      hosts.push(host)
      const rows = answers[hosts.length - 1]?.(pathname.split('/').at(-2) ?? '')
      if (rows === undefined) return Promise.reject(new Error('dead'))
      return Promise.resolve({ status: 200, headers: { get: () => null }, body: bodyOf(JSON.stringify(rows)) })
    }
    return readVaults(fetch, { network, chainKey, own }, new AbortController().signal)
  }
}

async function* bodyOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text))
}
