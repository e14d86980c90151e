import { defined } from '../../core/defined.ts'
import { SwapError } from '../../core/api/errors.ts'
import { revertReason } from '../../core/evm/revert-reason.ts'
import { verifyEveryNode } from './chain/chain-id.ts'
import { orOnNodeError } from './chain/node-refusal.ts'
import { checkNetworkCost } from './chain/checks.ts'
import type { EvmChain } from './evm-chain.ts'
import { readMiddleCoin } from './chain/middle.ts'
import { readBlock, readCall, readNonce, readReceipt, type ViewCall } from './chain/reads.ts'
import { larger } from '../../core/money/larger.ts'
import type { SigningOptions, Appraise } from '../family.ts'
import { readCostBound } from './cost-bound.ts'
import { estimateGas, gasLimit } from './gas-limit.ts'
import { type AskedPrice, mostPerGas, raisePrice, readGasPrice } from './network-fees.ts'
import { costOf, mostSpent } from './payment-cost.ts'
import { readSigned, signTransaction } from './signed-transaction.ts'
import type { EvmSigner, UnsignedTransaction } from './keys/signer.ts'
import type { FeeTerms, Payment, ReplacedPayment } from '../payment.ts'

/** What a replacement is made with. */
export interface ReplacementParts {
  readonly signer: EvmSigner
  readonly options: SigningOptions
  readonly appraise?: Appraise
}

/**
 * Signs a transaction with the nonce of one that waits and fees that nodes take in its place: the same call again, or a
 * transfer of nothing to oneself. Every earlier version stays known, since any of them may be mined.
 * @param done the transactions of the same payment before it
 * @throws WALLET_REFUSED when a version is mined, the nonce is used, the call would fail now, or a bound is reached
 */
export async function signReplacement(
  { signer, options, appraise }: ReplacementParts,
  chain: EvmChain,
  payment: Payment,
  how: 'speed-up' | 'cancel',
  terms: FeeTerms | undefined,
  done: readonly UnsignedTransaction[],
): Promise<Payment> {
  const { maxFeeRate = terms?.mostFeeRate, mostCost = terms?.mostCost } = options
  const old = await readSigned(payment)
  const owner = signer.address
  const versions: readonly ReplacedPayment[] = [payment, ...(payment.replaced ?? [])]
  await verifyEveryNode(chain)
  const receipts = await Promise.all(versions.map(({ hash }) => readReceipt(chain.rpc, hash)))
  if (receipts.some((receipt) => receipt !== undefined)) throw tooLate('it is already in a block')
  if ((await readNonce(chain.rpc, owner, 'latest')) > BigInt(old.nonce)) throw tooLate('its nonce is already used')
  const block = await readBlock(chain.rpc)
  const isCancel = how === 'cancel' || payment.kind === 'cancel'
  const call = isCancel ? { to: owner, data: '0x', value: 0n } : { to: old.to, data: old.data, value: old.value }
  if (!isCancel) await checkStillWorks(chain, { from: owner, ...call })
  const [asked, bound, gas] = await Promise.all([
    readGasPrice(chain, block, { from: owner, ...call }, maxFeeRate),
    readCostBound(chain, terms?.src, mostCost, appraise),
    isCancel ? estimateGas(chain, { from: owner, ...call }).then((used) => gasLimit(chain, used, block)) : old.gas,
  ])
  const raised: AskedPrice = {
    ...asked,
    price: raisePrice(old, asked.price, maxFeeRate),
    asked: larger(mostPerGas(raisePrice(old, old, maxFeeRate)), asked.asked),
  }
  const costTerms = { bound, hasFeeBound: maxFeeRate !== undefined, spent: mostSpent(done) }
  const { price, due, refusal } = await costOf(chain, raised, [{ data: call.data, limit: gas }], costTerms)
  if (refusal !== undefined) throw refusal
  const coin = await readMiddleCoin(chain.rpc, owner)
  checkNetworkCost(chain, owner, coin, call.value, due)
  const transaction: UnsignedTransaction = { chainId: chain.chainId, nonce: old.nonce, ...call, gas, ...price }
  const { hash, raw, kind } = payment
  return {
    ...payment,
    ...(await signTransaction(signer, transaction)),
    kind: isCancel ? 'cancel' : 'speed-up',
    replaced: [...(payment.replaced ?? []), { hash, raw, ...defined({ kind }) }],
  }
}

/** A call that would be reverted now is not paid more for. */
async function checkStillWorks(chain: EvmChain, call: ViewCall): Promise<void> {
  await orOnNodeError(readCall(chain.rpc, call), (error) => {
    throw new SwapError('WALLET_REFUSED', `The transaction would fail now: ${revertReason(error) ?? error.message}`, {
      reason: 'simulation',
      funds: 'unknown',
      hint: 'Cancel it instead: swapcli resume <run> --cancel',
    })
  })
}

function tooLate(why: string): SwapError {
  return new SwapError('WALLET_REFUSED', `The transaction can no longer be replaced: ${why}`, {
    reason: 'run',
    funds: 'unknown',
    hint: 'Continue the swap: swapcli resume',
  })
}
