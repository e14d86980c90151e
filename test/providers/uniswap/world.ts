import { type Account, type Hex, isAddress, isHex } from 'viem'
import { expect } from 'vitest'
import type { Exec } from '../../../src/core/api/documents.ts'
import { parseAmount } from '../../../src/core/money/amount.ts'
import type { PricedAsset } from '../../../src/core/assets/catalog.ts'
import type { MicroUsd } from '../../../src/core/money/usd.ts'
import type {
  Prepared,
  ProviderAdapter,
  ProviderContext,
  ProviderLock,
  ProviderQuoteRequest,
  QuoteAnswer,
  RouteDraft,
  StatusReport,
} from '../../../src/providers/contract.ts'
import { uniswap } from '../../../src/providers/uniswap/manifest.ts'
import { createProviderSet } from '../../../src/service/providers/provider-set.ts'
import { readReceipt } from '../../../src/service/track/receipts.ts'
import { buildRoute } from '../../../src/service/quote/routes.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import type { DevChain, Devnet } from '../../devnet/world.ts'
import { openRpcLab, type RpcLab } from '../../support/rpc-lab.ts'
import { openRpcWorld, type RpcWorld } from '../../support/rpc-world.ts'

/** A swap as a person writes it: assets are `chain:address` of the bundled catalog. */
export interface Wanted {
  readonly src: string
  readonly dst: string
  /** Human-readable. */
  readonly amount: string
  /** @default 50 */
  readonly slippageBps?: number
  readonly depositor?: string
  readonly recipient?: string
}

/** The provider in the real service around it, with nodes of our choice. */
export interface UniswapWorld extends RpcWorld {
  /** Micro-dollars by `chain:address`; nothing has a price until it is set. */
  readonly prices: Map<string, MicroUsd>
  /** What the adapter threw besides errors of its providers and nodes. */
  readonly bugs: readonly unknown[]
  quote(wanted: Wanted): Promise<QuoteAnswer>
  /** The one route of a quote, checked as the service checks it, as a lock keeps it. */
  lock(wanted: Wanted): Promise<ProviderLock>
  prepare(lock: ProviderLock): Promise<Prepared>
  status(lock: ProviderLock, prepared: Prepared, hash: string): Promise<StatusReport>
}

export async function openUniswapWorld(): Promise<UniswapWorld> {
  const world = await openRpcWorld()
  const prices = new Map<string, MicroUsd>()
  const bugs: unknown[] = []
  const price = (chainKey: string, address: string) => prices.get(`${chainKey}:${address}`)
  const providers = createProviderSet([uniswap], {
    clock: world.clock,
    price: (chainKey, address) => Promise.resolve(price(chainKey, address)),
    setting: () => undefined,
    http: () => ({ request: () => Promise.reject(new Error('it has no API to ask')) }),
    // Small amounts: the block that holds them is deep enough.
    receipt: (chainKey, hash, usd = 100_000_000n, signal) => readReceipt(world.rpc, chainKey, hash, usd, signal),
    rpc: (chainKey, method, params, signal) => world.rpc.request(chainKey, method, params, signal),
    rpcOfOperators: (chainKey, method, params, signal) => world.rpc.requestSeveral(chainKey, method, params, signal),
    rpcAgreed: (chainKey, method, params, read, signal) =>
      world.rpc.requestAgreed(chainKey, { method, params }, read, signal),
    onError: (error) => bugs.push(error),
  })
  const run = <T>(work: (adapter: ProviderAdapter, context: ProviderContext) => Promise<T>) =>
    providers.run('UNISWAP', 10_000, undefined, work)
  const resolve = async (reference: string): Promise<PricedAsset> => {
    const { chain, asset } = await bundledAsset(reference)
    return { chain, asset, priceUsd: price(chain.key, asset.address) }
  }
  const toRequest = async (wanted: Wanted, forLock: boolean): Promise<ProviderQuoteRequest> => {
    const src = await resolve(wanted.src)
    const parsed = parseAmount(wanted.amount, src.asset.decimals)
    if (!parsed.ok) throw new Error(`the amount ${wanted.amount} does not fit its asset`)
    return {
      src,
      dst: await resolve(wanted.dst),
      amountIn: parsed.units,
      amountText: wanted.amount,
      slippageBps: wanted.slippageBps ?? 50,
      exactSlippageBps: wanted.slippageBps ?? 50,
      confidentiality: 'public',
      depositor: wanted.depositor,
      recipient: wanted.recipient ?? wanted.depositor,
      forLock,
    }
  }
  const quote = (request: ProviderQuoteRequest) => run((adapter, context) => adapter.quote(request, context))
  return {
    ...world,
    prices,
    bugs,
    quote: async (wanted) => quote(await toRequest(wanted, false)),
    lock: async (wanted) => {
      const request = await toRequest(wanted, true)
      const draft = routeOf(await quote(request))
      const built = buildRoute({ ...request, exclude: new Set() }, draft, world.clock.now())
      return {
        ...request,
        lockId: 'lock_1',
        routeId: draft.routeId,
        amountOut: draft.amountOut,
        minimumOut: built.terms.minimumOut,
        depositor: request.depositor ?? '',
        recipient: request.recipient ?? '',
        estimatedTimeSec: draft.estimatedTimeSec,
        // A lock survives JSON.
        state: JSON.parse(JSON.stringify(draft.state)) as typeof draft.state,
      }
    },
    prepare: (lock) => run((adapter, context) => adapter.prepare(lock, context)),
    status: (lock, prepared, hash) =>
      run((adapter, context) =>
        adapter.status(
          {
            transactionId: 'tx_1',
            hash,
            executedAtMs: world.clock.now(),
            hashKnownAtMs: hash === '' ? undefined : world.clock.now(),
            src: lock.src,
            dst: lock.dst,
            estimatedTimeSec: lock.estimatedTimeSec,
            tracking: prepared.tracking,
          },
          context,
        ),
      ),
  }
}

/** The provider with nodes of Ethereum and Base that a test scripts. */
export interface UniswapLab {
  readonly world: UniswapWorld
  readonly node: RpcLab
  readonly base: RpcLab
  /** Closes them all; fails where something unforeseen was asked for or thrown. */
  readonly close: () => Promise<void>
}

export async function openUniswapLab(): Promise<UniswapLab> {
  const [node, base, world] = await Promise.all([openRpcLab(1), openRpcLab(8453), openUniswapWorld()])
  world.urls.set('ethereum', node.url)
  world.urls.set('base', base.url)
  const close = async () => {
    expect([...node.problems(), ...base.problems(), ...world.bugs]).toEqual([])
    await Promise.all([world.close(), node.close(), base.close()])
  }
  return { world, node, base, close }
}

/** The provider on the chains of the devnet; closing it undoes what happened on Ethereum. */
export async function openUniswapOn({ ethereum, base }: Devnet): Promise<Pick<UniswapLab, 'world' | 'close'>> {
  const snapshot = await ethereum.client.snapshot()
  const world = await openUniswapWorld()
  world.urls.set('ethereum', ethereum.url)
  world.urls.set('base', base.url)
  const close = async () => {
    expect(world.bugs).toEqual([])
    await ethereum.client.revert({ id: snapshot })
    await world.close()
  }
  return { world, close }
}

/** Sends every step of a payload as a wallet would, and gives the hash of the last. */
export async function sendSteps({ client }: DevChain, account: Account, exec: Exec | undefined): Promise<Hex> {
  let hash: Hex = '0x'
  for (const step of exec?.allSteps ?? []) {
    const { to, data, value } = step as { to: string; data: string; value: string }
    if (!isAddress(to) || !isHex(data)) throw new Error('a step that is no call')
    hash = await client.sendTransaction({ account, to, data, value: BigInt(value), gas: 1_000_000n })
    await client.waitForTransactionReceipt({ hash })
  }
  return hash
}

/** The one route of an answer. */
export function routeOf(answer: QuoteAnswer): RouteDraft {
  const [route, ...others] = 'routes' in answer ? answer.routes : []
  if (route === undefined || others.length > 0) throw new Error(`no single route: ${JSON.stringify(answer)}`)
  return route
}
