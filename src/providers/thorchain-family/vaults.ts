import type { HttpFetch } from '../../core/ports.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { readText } from '../../core/text/read-body.ts'
import { CLIENT } from './hosts.ts'
import { chainByKey, type FamilyNetwork } from './network.ts'
import { inboundSchema } from './wire.ts'

/** Where money goes on a chain, as a network of the family says. 0x addresses. */
export interface NetworkVault {
  readonly vault: string
  /** The contract that hands the money to it. */
  readonly router: string
}

/** Limit of a list, in bytes. */
const MOST_BYTES = 256 * 1024
/** Operators that must name a vault, unless the node is the user's own. */
const VOICES = 2

/**
 * Vaults of a chain that are in use now, as two operators of public nodes say, or the user's own node alone. Never throws:
 * nodes that do not answer name none.
 * @param chainKey of the catalog
 * @param own base URL of the user's node; undefined where none is set
 */
export async function readNetworkVaults(
  network: FamilyNetwork,
  fetch: HttpFetch,
  { chainKey, own }: { readonly chainKey: string; readonly own: string | undefined },
  signal: AbortSignal,
): Promise<readonly NetworkVault[]> {
  const code = chainByKey(network, chainKey)?.code
  if (code === undefined) return []
  const hosts = own === undefined ? onePerOperator(network.nodes) : [own]
  const lists = await Promise.all(hosts.map((host) => askVaults(network, fetch, host, { code, signal })))
  const [first = []] = lists
  const wanted = own === undefined ? VOICES : 1
  return lists.length < wanted
    ? []
    : first.filter((one) => lists.every((list) => list.some((other) => isSame(one, other))))
}

async function askVaults(
  network: FamilyNetwork,
  fetch: HttpFetch,
  host: string,
  { code, signal }: { readonly code: string; readonly signal: AbortSignal },
): Promise<readonly NetworkVault[]> {
  try {
    const url = `${host.replace(/\/+$/, '')}${network.path}/inbound_addresses`
    const reply = await fetch(url, { method: 'GET', headers: { ...CLIENT }, redirect: 'manual', signal })
    const text = await readText(reply.body, MOST_BYTES)
    const rows = inboundSchema.parse(reply.status === 200 ? parseJson(text) : undefined)
    if (rows.some((row) => row.global_trading_paused)) return []
    return rows
      .filter((row) => row.chain.toUpperCase() === code && !row.halted && !row.chain_trading_paused)
      .flatMap(({ address, router }) =>
        address === undefined || router === undefined
          ? []
          : [{ vault: address.toLowerCase(), router: router.toLowerCase() }],
      )
  } catch {
    return []
  }
}

function isSame(one: NetworkVault, other: NetworkVault): boolean {
  return one.vault === other.vault && one.router === other.router
}

/** Hosts of one domain are one voice. */
function onePerOperator(hosts: readonly string[]): readonly string[] {
  return [...new Map(hosts.map((host) => [new URL(host).hostname.split('.').slice(-2).join('.'), host])).values()]
}
