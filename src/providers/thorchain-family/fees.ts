import { NATIVE_ADDRESS, NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import { type Fee, type FeeToken, tokenOfAsset } from '../../core/money/fees.ts'
import type { Affiliate } from './memo.ts'
import type { PairTerms } from './ask.ts'
import { rescaleUp } from './units.ts'
import type { FamilyQuote } from './wire.ts'

/** Longest estimate, in seconds: old nodes multiply delays by the block time of the wrong chain. */
const LONGEST_SEC = 86_400

/** Shortest estimate, in seconds: one block of the network. */
const SHORTEST_SEC = 6

/** Size of a deposit of one input with vault, change and memo, in virtual bytes. */
const DEPOSIT_VBYTES = 250n

/** Gas of a router deposit, without and with a token. */
const DEPOSIT_GAS = { native: 80_000n, token: 150_000n }

/** Wei in the units in which the networks state gas rates of EVM chains. */
const WEI: Readonly<Record<string, bigint>> = {
  gwei: 1_000_000_000n,
  nAVAX: 1_000_000_000n,
  centigwei: 10_000_000n,
  mwei: 1_000_000n,
}

/** The fees of a quote: all but the source gas are already taken out of the expected output. */
export function toFees(quote: FamilyQuote, terms: PairTerms): Fee[] {
  const { target, request } = terms
  const { decimals } = request.dst.asset
  const makeFee = (type: Fee['type'], units: bigint | undefined, label: string, description: string): Fee[] =>
    units === undefined || units === 0n
      ? []
      : [
          {
            type,
            amount: rescaleUp(units, target.decimals, decimals),
            token: tokenOfAsset(request.dst),
            usd: undefined,
            description,
            providerLabel: label,
          },
        ]
  return [
    ...makeFee(
      'liquidity_fee',
      quote.fees.liquidity,
      'liquidity',
      'Fee of the pools, which grows with the price impact',
    ),
    ...makeFee(
      'destination_gas',
      quote.fees.outbound,
      'outbound',
      `Network cost of paying out on ${request.dst.chain.name}`,
    ),
    ...makeFee('integrator_fee', quote.fees.affiliate, 'affiliate', 'Fee of the affiliate in the settings'),
    ...sourceGas(quote, terms),
  ]
}

/** True when a fee that every swap has, or that of an affiliate, is not stated so that it can be read. */
export function hasUnknownFee({ fees }: FamilyQuote, affiliate: Affiliate | undefined): boolean {
  const { liquidity, outbound } = fees
  const isAffiliateUnknown = affiliate !== undefined && fees.affiliate === undefined
  return liquidity === undefined || outbound === undefined || isAffiliateUnknown
}

/** Cost of sending the deposit at the rate that the network recommends; none when the rate alone does not give it. */
function sourceGas(quote: FamilyQuote, { source, request }: PairTerms): Fee[] {
  const { src } = request
  const amount = gasAmount(quote, source.chain.deposit, src.asset.isNative)
  if (amount === undefined || amount === 0n) return []
  const isEvm = source.chain.deposit === 'router'
  const native: FeeToken = {
    chainId: src.chain.chainId,
    chainName: src.chain.name,
    address: isEvm ? NATIVE_EVM_ADDRESS : NATIVE_ADDRESS,
    symbol: src.chain.nativeSymbol,
    decimals: isEvm ? 18 : src.asset.decimals,
  }
  return [
    {
      type: 'source_gas',
      amount,
      token: native,
      usd: undefined,
      description: `Estimated cost of a deposit of usual size on ${src.chain.name}, at the recommended rate`,
      providerLabel: 'recommended_gas_rate',
      included: false,
    },
  ]
}

function gasAmount(quote: FamilyQuote, deposit: string, isNative: boolean): bigint | undefined {
  const { recommended_gas_rate: rate, gas_rate_units: units = '' } = quote
  if (rate === undefined) return undefined
  if (deposit === 'op_return') return units === 'satsperbyte' ? rate * DEPOSIT_VBYTES : undefined
  const wei = deposit === 'router' && Object.hasOwn(WEI, units) ? WEI[units] : undefined
  return wei === undefined ? undefined : rate * wei * (isNative ? DEPOSIT_GAS.native : DEPOSIT_GAS.token)
}

/** Seconds until the expected output: some nodes leave confirmations or the delay out of their total. */
export function estimateSeconds(quote: FamilyQuote): number {
  const swap = Math.max(quote.streaming_swap_seconds ?? 0, quote.outbound_delay_seconds ?? 0)
  const parts = (quote.inbound_confirmation_seconds ?? 0) + swap
  return Math.min(Math.max(quote.total_swap_seconds ?? 0, parts, SHORTEST_SEC), LONGEST_SEC)
}
