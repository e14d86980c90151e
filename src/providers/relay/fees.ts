import type { Fee, FeeType } from '../../core/money/fees.ts'
import { readSignedUsd } from '../../core/money/usd.ts'
import { parseStatedUsd, statedFee, type StatedSide, toFeeToken } from '../kit/stated-side.ts'
import type { RelayAmount, RelayQuote } from './wire.ts'

/**
 * The fees of a quote, from `fees`, which states amounts; `expandedPriceImpact` states the same money again. `relayer` is the
 * sum of its two parts and counts only without them. What a sponsor pays is listed as a fee and given back as `subsidized`;
 * the stated swap impact already includes that subsidy, so with one the service computes the impact.
 */
export function readFees(quote: RelayQuote, sides: readonly StatedSide[]): Fee[] {
  const { gas, relayer, relayerGas, relayerService, app, subsidized } = quote.fees
  const parts = relayerGas !== undefined || relayerService !== undefined
  const row = (type: FeeType, providerLabel: string, description: string, stated: RelayAmount | undefined): Fee[] =>
    statedFee({ type, providerLabel, description }, stated && { ...stated, token: stated.currency }, sides)
  const service = relayerService !== undefined && relayerService.amount < 0n
  return [
    ...row('source_gas', 'gas', 'Network cost of your own transactions', gas),
    ...(parts ? [] : row('bridge_fee', 'relayer', 'What the solver takes, its network cost included', relayer)),
    ...row('destination_gas', 'relayerGas', "The solver's network cost of paying out", relayerGas),
    ...row(
      service ? 'transfer_reward' : 'bridge_fee',
      'relayerService',
      service ? 'What the solver adds' : 'What the solver takes',
      relayerService,
    ),
    ...row('integrator_fee', 'app', 'Fee of the application', app),
    ...row('transfer_reward', 'subsidized', 'Fees that a sponsor pays', subsidized).map(giveBack),
    ...(subsidized === undefined || subsidized.amount === 0n ? swapImpact(quote, sides) : []),
  ]
}

function giveBack({ amount, usd, ...fee }: Fee): Fee {
  return { ...fee, amount: -amount, usd: usd === undefined ? undefined : -usd }
}

/** Stated in dollars, negative for a loss; converted to the destination asset at the rate of the payout. */
function swapImpact(quote: RelayQuote, sides: readonly StatedSide[]): Fee[] {
  const { swapImpact: stated, currencyOut } = quote.details
  const gain = stated === undefined ? undefined : readSignedUsd(stated.usd)
  const outUsd = parseStatedUsd(currencyOut.amountUsd, currencyOut.amount)
  if (gain === undefined || gain === 0n || outUsd === undefined || outUsd <= 0n) return []
  return [
    {
      type: 'swap_impact',
      amount: (-gain * currencyOut.amount) / outUsd,
      token: toFeeToken(currencyOut.currency, sides),
      usd: -gain,
      description: gain < 0n ? 'What the swap loses against the market' : 'What the swap gains on the market',
      providerLabel: 'swapImpact',
    },
  ]
}
