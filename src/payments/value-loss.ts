import type { CatalogData } from '../core/assets/catalog.ts'
import { isSwapError, type SwapError } from '../core/api/errors.ts'
import { formatAmount, lessBps } from '../core/money/amount.ts'
import { fittingLeast } from '../core/money/fitting.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../core/swap/defaults.ts'
import { assessLoss, checkLoss, type SwapLoss } from '../core/money/loss.ts'
import type { AssetUnits, PriceBook } from '../core/money/valuation.ts'
import type { StatedTerms } from '../core/swap/terms.ts'
import { createDataFiles, readPriceTables, readSetting } from '../io/index.ts'
import { loadPriceBook } from '../prices/index.ts'
import { loadSandboxPriceBook } from '../sandbox/index.ts'
import { type NewRun, refusalFor, type WalletParts } from '../wallet/index.ts'
import type { PayPlace } from './place.ts'

/** Values what swaps of this place lose, by evidence that no counterparty makes: over a server, too. */
export interface LossValues {
  /** Reads prices of both ends, so that they are known when the swap is; without waiting. */
  prepare(...amounts: readonly (AssetUnits | undefined)[]): void
  /** What an amount is worth, for the wallet; a single node is no evidence. */
  readonly appraise: NonNullable<WalletParts['appraise']>
  /** What terms of a run lose. Nothing is thrown, and nothing takes longer than 5 s. */
  assess(run: ValuedRun, terms: StatedTerms): Promise<SwapLoss>
  /** Refuses a loss that `--yes` does not agree to. @throws WALLET_REFUSED */
  check(run: ValuedRun, terms: StatedTerms, loss: SwapLoss): void
}

/** What of a run its value rests on. */
export type ValuedRun = Pick<
  NewRun,
  'source' | 'target' | 'request' | 'peers' | 'mostLossBps' | 'minReceive' | 'accept'
>

/** Values swaps by the market of the sandbox, or else over the nodes that the wallet pays through. */
export function openLossValues(place: PayPlace): LossValues {
  let opened: Promise<PriceBook> | undefined
  const book = () => (opened ??= place.network === 'sandbox' ? openMarket(place, data) : openPrices(place))
  const data = createDataFiles()
  const wrongNodes = new Map<number, SwapError>()
  const chainOf = (key: string) => data.chains().find((chain) => chain.key === key)
  return {
    prepare: (...amounts) => {
      const values = async () => {
        const prices = await book()
        await Promise.all(amounts.flatMap((amount) => (amount === undefined ? [] : [prices.value(amount)])))
      }
      void values().catch(() => undefined)
    },
    appraise: async ({ chain: key, ...amount }) => {
      const chain = chainOf(key)
      const worth = chain === undefined ? undefined : await (await book()).value({ chainId: chain.chainId, ...amount })
      return worth?.isSingleNode === true ? undefined : worth
    },
    assess: async (run, terms) => {
      const { source, target, request, peers = [] } = run
      const src = unitsOf(source.chainId, request.srcAddress, source.decimals, source.units)
      const dst = unitsOf(chainOf(request.dstChain)?.chainId, request.dstAddress, target?.decimals, terms.dst.amount)
      if (src === undefined || dst === undefined) return assessLoss(undefined, terms)
      const loss = assessLoss(await (await book()).valueSwap({ src, dst, fees: terms.fees, peers }), terms)
      if (loss.bps === undefined) await findWrongNodes(place, [src.chainId, dst.chainId], wrongNodes)
      return loss
    },
    check: ({ mostLossBps, minReceive, accept = [], request, source }, { dst, minimumOut }, loss) => {
      const wrong = wrongNodes.get(source.chainId) ?? wrongNodes.get(chainOf(request.dstChain)?.chainId ?? 0)
      if (wrong !== undefined) throw wrong
      const isSandbox = place.network === 'sandbox'
      const bound = {
        ...{ mostBps: mostLossBps, isSandbox, hasMinReceive: minReceive !== undefined },
        acceptsOnTop: accept.includes('fee-on-top'),
      }
      const least = minimumOut ?? lessBps(dst.amount, request.slippage ?? DEFAULT_SLIPPAGE_BPS)
      checkLoss(loss, bound, formatAmount(fittingLeast(least), dst.decimals))
    },
  }
}

/** Longest wait for the chain of a node that told no prices, in milliseconds. */
const CHAIN_ID_MS = 1_000

/** Finds own nodes that belong to another chain: nothing that they say is used, so that prices are only missing. */
async function findWrongNodes(
  place: PayPlace,
  chainIds: readonly number[],
  found: Map<number, SwapError>,
): Promise<void> {
  if (place.network === 'sandbox') return
  const chains = await place.payChains()
  const stop = new AbortController()
  const late = place.clock.sleep(CHAIN_ID_MS, stop.signal).catch(() => undefined)
  const prove = async (chainId: number) => {
    const rpc = await chains.nodes(chainId)
    if (rpc?.isOwn !== true) return
    await rpc.request({ method: 'eth_chainId', params: [] }).catch((error: unknown) => {
      if (!isSwapError(error) || error.code !== 'CONFIG_INVALID') return
      found.set(chainId, refusalFor('nodes', error.message, `Nothing was signed. ${error.hint ?? ''}`))
    })
  }
  await Promise.race([Promise.all(chainIds.map(prove)), late])
  stop.abort()
}

/** An amount to be valued; undefined where something of it is not known. */
export function unitsOf(
  chainId: number | undefined,
  address: string,
  decimals: number | undefined,
  units: bigint | undefined,
): AssetUnits | undefined {
  if (chainId === undefined || decimals === undefined || units === undefined) return undefined
  return { chainId, address, decimals, units }
}

async function openPrices(place: PayPlace): Promise<PriceBook> {
  const [{ createPriceBook }, chains] = await Promise.all([loadPriceBook(), place.payChains()])
  return createPriceBook({ clock: place.clock, nodes: (id) => chains.nodes(id), data: readPriceTables })
}

async function openMarket({ settings, clock }: PayPlace, data: CatalogData): Promise<PriceBook> {
  const { createSandboxPriceBook } = await loadSandboxPriceBook()
  return createSandboxPriceBook({
    seed: readSetting('sandbox-seed', settings.get('sandbox-seed')?.value),
    clock,
    find: (chainId, address) => {
      const chain = data.chains().find((one) => one.chainId === chainId)
      return chain === undefined ? undefined : data.assets(chain.key).find((asset) => asset.address === address)
    },
  })
}
