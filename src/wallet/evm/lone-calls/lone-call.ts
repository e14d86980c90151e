import { defined } from '../../../core/defined.ts'
import type { SwapError } from '../../../core/api/errors.ts'
import type { PayChain, SendingOptions } from '../../family.ts'
import type { Payment, PaymentKind } from '../../payment.ts'
import { refusalFor } from '../../refusal.ts'
import type { Signer } from '../../signer.ts'
import { verifyEveryNode } from '../chain/chain-id.ts'
import { checkNetworkCost, coinText, readFreeNonce } from '../chain/checks.ts'
import { readMiddleCoin } from '../chain/middle.ts'
import { reportRefusal } from '../chain/node-refusal.ts'
import { type Block, readBlock } from '../chain/reads.ts'
import { type PaidFor, readCostBound } from '../cost-bound.ts'
import { type EvmChain, requireEvmChain } from '../evm-chain.ts'
import { estimateGas, gasLimit } from '../gas-limit.ts'
import { requireEvmSigner, type UnsignedTransaction } from '../keys/signer.ts'
import { type GasPrice, MOST_RISE, readGasPrice } from '../network-fees.ts'
import { costOf, mostSpent } from '../payment-cost.ts'
import { signTransaction } from '../signed-transaction.ts'

/* One transaction that is no payment: it moves nothing of the account but its network cost. */

/** A call without value. */
export interface LoneCall {
  /** 0x addresses; the account that sends it first. */
  readonly from: string
  readonly to: string
  /** 0x-hex. */
  readonly data: string
}

/** What it takes to send it, as the chain is now. */
export interface CheckedCall {
  /** Gas limit. */
  readonly gas: bigint
  readonly price: GasPrice
  /** Network cost at most, in base units of the coin, and the same for people. */
  readonly cost: bigint
  readonly networkCost: string
  /** Why that is more than what is agreed to unseen; undefined where it is not. */
  readonly refusal: SwapError | undefined
}

/** What bounds its cost: where it belongs to a swap, all that this costs the network. */
export interface LoneCallBounds extends SendingOptions {
  /** What the swap pays for. */
  readonly paidFor?: PaidFor
  /** The transactions of the swap before. */
  readonly done?: readonly UnsignedTransaction[]
}

/**
 * Tries a call and works out what it costs; signs nothing.
 * @param tryCall throws where the call would fail, or do nothing
 * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
 */
export function checkLoneCall(
  on: PayChain,
  call: LoneCall,
  { maxFeeRate, mostCost, appraise, paidFor, done = [] }: LoneCallBounds,
  tryCall: (chain: EvmChain, block: Block) => Promise<void>,
): Promise<CheckedCall> {
  const chain = requireEvmChain(on)
  return reportRefusal(async () => {
    await verifyEveryNode(chain)
    const { from, data } = call
    const [block, coin] = await Promise.all([readBlock(chain.rpc), readMiddleCoin(chain.rpc, from)])
    await tryCall(chain, block)
    const [asked, estimated, bound] = await Promise.all([
      readGasPrice(chain, block, call, maxFeeRate),
      estimateGas(chain, call),
      readCostBound(chain, paidFor, mostCost, appraise),
    ])
    const gas = gasLimit(chain, estimated, block)
    const costTerms = { bound, hasFeeBound: maxFeeRate !== undefined, spent: mostSpent(done) }
    const { price, due, refusal } = await costOf(chain, asked, [{ data, limit: gas }], costTerms)
    checkNetworkCost(chain, from, coin, 0n, due)
    return { gas, price, cost: due, networkCost: coinText(due, chain), refusal }
  })
}

/**
 * Signs a call that was just checked again.
 * @param agreedCost what the user agreed to, base units of the coin
 * @param again the command that tries it again
 * @throws WALLET_REFUSED with the reason, SERVICE_UNAVAILABLE
 */
export async function signLoneCall(
  on: PayChain,
  signer: Signer,
  { from, to, data }: LoneCall,
  { gas, price, cost }: CheckedCall,
  { agreedCost, kind, again }: { readonly agreedCost: bigint; readonly kind: PaymentKind; readonly again: string },
  { listUnsettled }: Pick<SendingOptions, 'listUnsettled'>,
): Promise<Payment> {
  if (cost > agreedCost * MOST_RISE) {
    throw refusalFor(
      'cost',
      'The network cost has risen to more than three times what was shown',
      `Nothing was signed. Set the highest gas price with --max-fee, or wait: ${again}`,
    )
  }
  const chain = requireEvmChain(on)
  const nonce = await reportRefusal(() => readFreeNonce(chain, from, listUnsettled))
  const fields = { chainId: chain.chainId, nonce, to, data, value: 0n, gas, ...price }
  const signed = await signTransaction(requireEvmSigner(signer), fields)
  return { ...signed, kind, ...defined({ isPrivate: chain.rpc.privateSending && (true as const) }) }
}
