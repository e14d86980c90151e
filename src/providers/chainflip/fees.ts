import type { Fee, FeeType } from '../../core/money/fees.ts'
import { findFeeToken } from './chains.ts'
import type { Price } from './wire.ts'

const FEES: ReadonlyMap<string, { readonly type: FeeType; readonly description: string }> = new Map([
  ['INGRESS', { type: 'bridge_fee', description: 'Cost of taking in the deposit' }],
  ['EGRESS', { type: 'destination_gas', description: 'Network cost of the payout' }],
  ['NETWORK', { type: 'protocol_fee', description: 'Network fee of Chainflip' }],
  ['BROKER', { type: 'integrator_fee', description: 'Commission of the broker' }],
  ['BOOST', { type: 'boost_fee', description: 'For not waiting for confirmations of the deposit' }],
])

/** Fees that the output is net of; those of the pools are inside the price. Such that cannot be read are left out. */
export function feesOf(price: Price): Fee[] {
  return statedFees(price).flatMap((fee): Fee[] => {
    const token = fee && findFeeToken(fee)
    if (fee === undefined || fee.amount === 0n || token === undefined) return []
    const known = fee.type === 'LIQUIDITY' ? LIQUIDITY : FEES.get(fee.type)
    return [
      {
        type: known?.type ?? 'other',
        amount: fee.amount,
        token,
        usd: undefined,
        description: known?.description ?? 'Fee of Chainflip',
        providerLabel: fee.type.slice(0, 40),
      },
    ]
  })
}

/** True when the price has a fee whose amount or asset cannot be read. */
export function hasUnknownFee(price: Price): boolean {
  return statedFees(price).some((fee) => fee === undefined || findFeeToken(fee) === undefined)
}

function statedFees({ includedFees, poolInfo }: Price) {
  return [...includedFees, ...poolInfo.map((pool) => pool && { ...pool.fee, type: 'LIQUIDITY' })]
}

const LIQUIDITY = { type: 'liquidity_fee', description: 'Fee of the liquidity pool' } as const
