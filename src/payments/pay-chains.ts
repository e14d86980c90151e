import { isLoopbackHost } from '../core/text/base-url.ts'
import type { CatalogChain } from '../core/assets/catalog.ts'
import { SwapError } from '../core/api/errors.ts'
import { createHealthRecord, type HealthRecord } from '../core/evm/node-health.ts'
import { sendPrivately } from '../core/evm/private-sending.ts'
import { type NodeList, nodesOf } from '../core/evm/nodes.ts'
import type { ChainRpc, DocumentStore, HttpFetch } from '../core/ports.ts'
import { createNodeFile, loadJsonRpc, loadProviderRpc, openPooledHttp, readSetting } from '../io/index.ts'
import { type FamilyKey, isFamilyKey, loadFamily, type PayChain } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'
import { openExistingFile } from './wallet-file.ts'

/** Longest wait for one answer of a node, in milliseconds. */
const NODE_TIMEOUT_MS = 8_000

/** The chains that this machine's wallet can reach. */
export interface PayChains {
  /** A chain by catalog key or numeric id; undefined for chains without an RPC, and for those that no wallet signs for. */
  chain(keyOrId: string | number): Promise<PayChain | undefined>
  /** The nodes of a chain, by the catalog's id; undefined where none are known. */
  nodes(chainId: number): Promise<ChainRpc | undefined>
  /** Keys of the chains that an RPC is known for, in catalog order. */
  keys(): Promise<readonly string[]>
}

/**
 * Opens nodes as they are asked for; connections close when the place is left, and the place's connections say whether requests
 * in progress are waited for.
 * @param leaving breaks off what is still asked: for reads that nobody waits for
 */
export function createPayChains(place: PayPlace, leaving?: AbortSignal): PayChains {
  const opened = new Map<string, Promise<OpenedChain>>()
  const { publicNodes = createNodeFile() } = place
  const nodesOfChain = (key: string) => nodesOf(place.settings.get(`rpc.${key}`)?.value, publicNodes(key))
  const records: HealthRecord[] = []
  let openFile: (() => Promise<DocumentStore>) | undefined
  let isLeaving = false
  const onLeave = () => {
    isLeaving = true
  }
  const healthOf = (key: string): HealthRecord => {
    openFile ??= openExistingFile(place, async () => {
      await Promise.all(records.map((record) => record.written()))
    })
    const record = createHealthRecord(openFile, key)
    records.push(record)
    // That nobody waits for its answer any more says nothing about a node.
    const isOfLeaving = (health: unknown) => isLeaving && health !== undefined
    return { ...record, write: (url, health) => (isOfLeaving(health) ? undefined : record.write(url, health)) }
  }
  const catalogChains = async () => {
    const catalog = await place.bundledCatalog()
    return (await catalog.chains()).flatMap((chain) => {
      const { addressFamily } = chain
      return isFamilyKey(addressFamily) ? [{ ...chain, addressFamily }] : []
    })
  }
  const open = async (keyOrId: string | number): Promise<OpenedChain | undefined> => {
    const chains = await catalogChains()
    const found = chains.find(({ key, chainId }) => key === keyOrId || chainId === keyOrId)
    if (found === undefined) return undefined
    const list = nodesOfChain(found.key)
    if (list.nodes.length === 0 && place.provider?.(found.key) === undefined) return undefined
    // The screens change settings: a chain whose nodes are others is another one.
    const way = JSON.stringify([found.key, list, sendingOf(place, found.key)])
    const known = opened.get(way)
    if (known !== undefined) return known
    const health = list.isOwn ? undefined : healthOf(found.key)
    const opening = openChain(place, found, { list, health, leaving, onLeave })
    opened.set(way, opening)
    return opening
  }
  return {
    keys: async () => (await catalogChains()).map(({ key }) => key).filter((key) => nodesOfChain(key).nodes.length > 0),
    chain: async (keyOrId) => (await open(keyOrId))?.chain,
    nodes: async (chainId) => (await open(chainId))?.rpc,
  }
}

interface OpenedChain {
  readonly chain: PayChain
  readonly rpc: ChainRpc
}

/** Like `chain`, for chains that must be reached. @throws CONFIG_INVALID */
export async function requireChain(chains: PayChains, key: string): Promise<PayChain> {
  const chain = await chains.chain(key)
  if (chain !== undefined) return chain
  throw new SwapError('CONFIG_INVALID', `No RPC is known for ${key}`, {
    hint: `Name one: swapcli config set rpc.${key} https://…`,
  })
}

/** A chain that could not be read. */
export interface FailedChain {
  readonly chain: Pick<PayChain, 'key' | 'name'>
  readonly error: SwapError
}

/** Why chains could not be read: `Base: …; Ethereum: …`. */
export function reasonsOf(failed: readonly FailedChain[]): string {
  return failed.map(({ chain, error }) => `${chain.name}: ${error.message}`).join('; ')
}

/** The failure of a reading that failed on every chain. */
export function nothingRead(failed: readonly FailedChain[]): SwapError {
  const [only, ...others] = failed
  if (only !== undefined && others.length === 0) return only.error
  return new SwapError('SERVICE_UNAVAILABLE', `No chain answered. ${reasonsOf(failed)}`, {
    hint: 'Try again, or set nodes of your own: swapcli config set rpc.ethereum https://…',
  })
}

async function openChain(
  place: PayPlace,
  chain: CatalogChain & { readonly addressFamily: FamilyKey },
  {
    list,
    health,
    leaving,
    onLeave,
  }: {
    readonly list: NodeList
    readonly health: HealthRecord | undefined
    readonly leaving: AbortSignal | undefined
    /** Told when its connections are about to close. */
    readonly onLeave: () => void
  },
): Promise<OpenedChain> {
  const provider = place.provider?.(chain.key)
  const family = await loadFamily(chain.addressFamily)
  if (provider !== undefined) {
    const { createProviderRpc } = await loadProviderRpc()
    const rpc = createProviderRpc(provider, chain, { timeoutMs: NODE_TIMEOUT_MS, clock: place.clock })
    return { chain: family.openChain(chain, { rpc, areLocal: false }), rpc }
  }
  const [{ createJsonRpc }, http] = await Promise.all([loadJsonRpc(), (place.openHttp ?? openPooledHttp)()])
  place.onEnd(() => {
    onLeave()
    return http.close()
  })
  const fetch: HttpFetch =
    leaving === undefined
      ? http.fetch
      : (url, request) => http.fetch(url, { ...request, signal: AbortSignal.any([request.signal, leaving]) })
  const ownRpc = createJsonRpc(fetch, list, { timeoutMs: NODE_TIMEOUT_MS, chain, health })
  const { endpoints, publicAfterMs } = sendingOf(place, chain.key)
  const rpc =
    endpoints.nodes.length === 0
      ? ownRpc
      : sendPrivately(
          ownRpc,
          createJsonRpc(fetch, endpoints, { timeoutMs: NODE_TIMEOUT_MS }),
          { hosts: endpoints.nodes.map(({ operator }) => operator), publicAfterMs },
          place.clock,
        )
  const areLocal = list.nodes.every(({ url }) => isLoopbackHost(new URL(url).hostname))
  return { chain: family.openChain(chain, { rpc, areLocal, publicAfterMs }), rpc }
}

/** Where the settings send signed bytes of a chain. */
function sendingOf({ settings }: PayPlace, chainKey: string) {
  const seconds = readSetting('send-rpc-public-after', settings.get('send-rpc-public-after')?.value)
  return {
    endpoints: nodesOf(settings.get(`send-rpc.${chainKey}`)?.value, undefined),
    publicAfterMs: seconds === undefined ? undefined : Number(seconds) * 1000,
  }
}
