import { isEvmAddress } from './core/assets/addresses/evm.ts'
import type { Catalog } from './core/assets/catalog.ts'
import { isRecord } from './core/is-record.ts'
import { SwapError } from './core/api/errors.ts'
import type { SwapService } from './core/api/service.ts'
import type { Clock, Ids } from './core/ports.ts'
import {
  checkedFolder,
  checkSettings,
  createDataFiles,
  dataHome,
  type KnownSetting,
  randomIds,
  type RpcProvider,
  stateHome,
  systemClock,
} from './io/index.ts'
import {
  createSwapWallet,
  type ExecutedSwap,
  loadHomeMark,
  loadOwnWallet,
  loadPayChains,
  loadValues,
  openPaymentQueue,
  openRunsOf,
  type PayChains,
  type VerifiedPayment,
  type PayPlace,
  type SwapWallet,
  tokenReader,
  verifyExecuted,
} from './payments/index.ts'
import { loadPaperWallet } from './sandbox/index.ts'
import { createCatalog, type Network } from './service/index.ts'
import { type CallerAccount, loadFamily, type Wallet } from './wallet/index.ts'

/** A service of this process, which says its network, or a client of a server, which says its address. */
export type WalletService = SwapService & { readonly network?: Network; readonly url?: string }

/** How a chain is asked: one or more URLs of nodes, the first first, or a provider as EIP-1193 has it. */
export type NodeOption = string | readonly string[] | RpcProvider

/** Options of a wallet. */
export interface WalletOptions {
  readonly service: WalletService
  /** @default that of a service in this process; to be named with a client, since a server does not say it */
  readonly network?: Network
  /**
   * Signs on EVM chains: a `LocalAccount` of viem, or a wallet client that has one. An account that only sends (`json-rpc`)
   * cannot: what is signed is kept on disk before it is sent. The sandbox pays with paper and needs none.
   */
  readonly account?: CallerAccount | { readonly account: CallerAccount }
  /** Nodes by the key of their chain (`ethereum`), which then count as your own. @default public ones, of which two operators must agree */
  readonly nodes?: Readonly<Record<string, NodeOption>>
  /** Folder that keeps what was begun, private. One that the command line uses is shared with it: `swapcli resume`. @default as of openSwapService */
  readonly home?: string
  /** Folder of what this machine has seen of each such folder, which tells one from an older copy of it. @default that of the command line */
  readonly stateHome?: string
  /** @default the machine's clock */
  readonly clock?: Clock
  /** @default random ids */
  readonly ids?: Ids
  /** Told what is waited for, and what a person should know. @default nobody is told */
  readonly onNotice?: (text: string) => void
}

/**
 * Opens a wallet that carries swaps out with an account of the caller.
 * @throws CONFIG_INVALID for an invalid option, STORE_UNUSABLE for a folder that cannot be used
 */
export async function openSwapWallet(options: WalletOptions): Promise<SwapWallet> {
  const { service } = options
  if (typeof service?.quote !== 'function') throw invalid('service', 'a service of openSwapService, or a client')
  const tell = (text: string) => options.onNotice?.(text)
  const { place, close } = createPlace(options, service)
  try {
    const account = place.network === 'sandbox' ? undefined : readAccount(options.account)
    const file = await openRunsOf(place, tell)
    const [{ openHomeMark }, { openLossValues }] = await Promise.all([loadHomeMark(), loadValues()])
    const values = openLossValues(place)
    const home = await openHomeMark({ place, wallet: file.documents, tell })
    const wallet = await openWallet(account, place, { file, values, tell })
    return createSwapWallet({ place, service, token: tokenReader(service), file, wallet, home, values, tell, close })
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Holds what a service executed against its lock and the request for it: chain, contract, function, token, amount, approval
 * and its spender, recipient, least received and deadline; what only the service says is a doubt. Asks no node, signs nothing
 * and keeps nothing. Assets are those of the bundled catalog, on the live network.
 * @throws WALLET_REFUSED for anything else than what was agreed to
 */
export async function verifyPayment(
  executed: ExecutedSwap,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<VerifiedPayment> {
  const { place, close } = createPlace({ clock, network: 'live' }, { url: 'any' })
  return verifyExecuted(place, executed, clock.now()).finally(close)
}

type WalletNeeds = Pick<Parameters<typeof createSwapWallet>[0], 'file' | 'values' | 'tell'>

/** @param account undefined on the sandbox, which pays with paper */
async function openWallet(account: CallerAccount | undefined, place: PayPlace, needs: WalletNeeds): Promise<Wallet> {
  if (account === undefined) {
    const { createPaperWallet } = await loadPaperWallet()
    return paperWallet(createPaperWallet({ ledger: needs.file.documents }))
  }
  const [{ openOwnWallet }, family] = await Promise.all([loadOwnWallet(), loadFamily('evm')])
  const signer = await family.openCallerSigner?.(account)
  if (signer === undefined) throw new Error('the family of EVM chains signs with accounts of callers')
  return openOwnWallet(place, {
    ...needs,
    ...{ family: signer.family, address: signer.address },
    signer: async () => signer,
    queue: openPaymentQueue(place.home, needs.tell),
    options: { allowance: 'exact' },
  })
}

/** @throws CONFIG_INVALID for what cannot sign here */
function readAccount(account: unknown): CallerAccount {
  const given: unknown = isRecord(account) && 'account' in account ? account['account'] : account
  if (isRecord(given) && typeof given['signTransaction'] === 'function' && isEvmAddress(String(given['address']))) {
    return given as unknown as CallerAccount
  }
  throw invalid(
    'account',
    'an account that signs transactions itself, such as a LocalAccount of viem: on the live network it pays',
  )
}

type PaperWallet = ReturnType<Awaited<ReturnType<typeof loadPaperWallet>>['createPaperWallet']>

/** Paper money: deposits of the sandbox arrive by themselves. */
function paperWallet(paper: PaperWallet): Wallet {
  return {
    address: (family) => paper.address(family),
    paysDeposits: false,
    sign: ({ exec }) => paper.sign(exec ?? {}),
    // The journal gives back what `sign` gave: the wallet itself holds bytes against their hash before it sends them.
    broadcast: (payment) => paper.broadcast(payment as Parameters<PaperWallet['broadcast']>[0]),
  }
}

/** @throws CONFIG_INVALID */
function createPlace(
  { nodes = {}, ...options }: Omit<WalletOptions, 'service'>,
  service: Pick<WalletService, 'network' | 'url'>,
) {
  const network = options.network ?? service.network
  if (network !== 'live' && network !== 'sandbox')
    throw invalid('network', 'live or sandbox, and has to be named with a client: a server does not say its own')
  // Real coins would go where paper ones are asked for.
  if (service.network !== undefined && service.network !== network)
    throw invalid('network', `${service.network}, as that of the service`)
  const ends: (() => Promise<void>)[] = []
  const leaving = new AbortController()
  const data = createDataFiles()
  let chains: Promise<PayChains> | undefined
  let catalog: Catalog | undefined
  const unknown = Object.keys(nodes).find((key) => !data.chains().some((chain) => chain.key === key))
  if (unknown !== undefined)
    throw new SwapError('CONFIG_INVALID', `nodes names a chain that does not exist: ${unknown}`)
  const settings = nodeSettings(nodes)
  checkSettings([...settings.values()])
  const place: PayPlace = {
    network,
    home: options.home === undefined ? dataHome() : checkedFolder('home', options.home),
    stateHome: options.stateHome === undefined ? stateHome() : checkedFolder('stateHome', options.stateHome),
    api: service.url,
    store: undefined,
    databases: () => Promise.reject(new Error('no database')),
    settings,
    clock: options.clock ?? systemClock,
    ids: options.ids ?? randomIds,
    signal: leaving.signal,
    provider: (chainKey) => {
      const node = nodes[chainKey]
      return isProvider(node) ? node : undefined
    },
    payChains: () => (chains ??= loadPayChains().then(({ createPayChains }) => createPayChains(place))),
    bundledCatalog: async () => (catalog ??= createCatalog({ data })),
    onEnd: (end) => void ends.push(end),
  }
  const close = async () => {
    leaving.abort()
    for (const end of ends.splice(0).reverse()) await end()
  }
  return { place, close }
}

/** Nodes with URLs as the settings have them. @throws CONFIG_INVALID */
function nodeSettings(nodes: NonNullable<WalletOptions['nodes']>): PayPlace['settings'] {
  const rows = Object.entries(nodes).flatMap(([chainKey, node]) => {
    if (isProvider(node)) return []
    const key: KnownSetting['key'] = `rpc.${chainKey}`
    const urls: readonly unknown[] = Array.isArray(node) ? node : [node]
    if (urls.length === 0 || !urls.every((url) => typeof url === 'string'))
      throw invalid(`nodes.${chainKey}`, 'one or more URLs, or a provider of EIP-1193')
    return [[key, { key, value: urls.join(','), origin: `nodes.${chainKey}` }] as const]
  })
  return new Map(rows)
}

function isProvider(node: unknown): node is RpcProvider {
  return isRecord(node) && typeof node['request'] === 'function'
}

function invalid(option: string, what: string): SwapError {
  return new SwapError('CONFIG_INVALID', `${option} must be ${what}`)
}
