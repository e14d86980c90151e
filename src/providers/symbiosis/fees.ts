import { NATIVE_EVM_ADDRESS } from '../../core/assets/catalog.ts'
import type { Fee, FeeType } from '../../core/money/fees.ts'
import { type StatedSide, toFeeToken } from '../kit/stated-side.ts'
import type { SymbiosisFee, SymbiosisSwap } from './wire.ts'

/** Words of a fee by what it is for; the first match counts. */
const NAMES: readonly (readonly [RegExp, FeeType, string])[] = [
  [/partner/i, 'integrator_fee', 'Fee of the application'],
  [/miner|network|\bgas\b/i, 'destination_gas', 'Network cost of the payout'],
]

/** The fees of a swap. Those in the coin of the source chain are paid on top, as the value of the call. */
export function readFees(swap: SymbiosisSwap, [src, dst]: readonly [StatedSide, StatedSide]): Fee[] {
  return statedFees(swap)
    .filter(({ value }) => value.amount > 0n)
    .map((fee) => {
      const { provider, description, value } = fee
      const name = `${provider} ${description}`.trim()
      const [, type, words] = NAMES.find(([pattern]) => pattern.test(name)) ?? [
        /./,
        isOnTop(fee, src) ? 'messaging_fee' : 'bridge_fee',
        'Fee of the bridge, with the network cost of the payout',
      ]
      return {
        type,
        amount: value.amount,
        token: toFeeToken(value, [src, dst]),
        usd: undefined,
        description: words,
        providerLabel: name.slice(0, 60) || 'fee',
        ...(isOnTop(fee, src) ? { included: false } : {}),
      }
    })
}

/** What the call carries on top of the amount, base units of the source chain's coin. */
export function onTopOf(swap: SymbiosisSwap, src: StatedSide): bigint {
  return statedFees(swap)
    .filter((fee) => isOnTop(fee, src))
    .reduce((sum, { value }) => sum + value.amount, 0n)
}

function isOnTop({ value }: SymbiosisFee, { chainId }: StatedSide): boolean {
  return value.chainId === chainId && value.address === NATIVE_EVM_ADDRESS
}

function statedFees({ fees, fee }: SymbiosisSwap): readonly SymbiosisFee[] {
  return fees ?? (fee === undefined ? [] : [{ provider: 'symbiosis', description: 'fee', value: fee }])
}
