import { RpcError } from '../../core/evm/rpc-error.ts'
import { recordOf } from '../../core/evm/json-rpc.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { EvmChain } from './evm-chain.ts'
import { heldBack } from './held-back.ts'
import { endDepth, type ReadWorth } from './chain/depth.ts'
import { sameText } from './chain/reads.ts'
import { readNonceUse } from './nonce-use.ts'
import type { Payment } from '../payment.ts'

/** How nodes say that they have these bytes already. */
const HAS_IT = /already known|known transaction|already imported|already exists|already in (the )?(mem)?pool/i

/** Nodes of sequencers refuse such a transaction, others keep it until the base fee has fallen. */
const BELOW_BASE_FEE = 'its fees are below the base fee now'

/** Who signed, and what is at stake. */
interface Sender {
  /** 0x address. */
  readonly owner: string
  readonly nonce: number
  /** True where the bytes are not to be sent now: they are only looked for. @default false */
  readonly isHeld?: boolean
  /** Where the payment spends: another is signed in place of void bytes, which a reorganisation must not bring back. */
  readonly readWorth?: ReadWorth | undefined
}

/**
 * Sends signed bytes to every node of the chain; bytes that were sent before are no error.
 *
 * When no node takes them it says what is known: bytes whose nonce another transaction has for good are void, and only
 * then `untouched`. A refusal for any other reason leaves them valid, since the nonce is still free: they are kept and can
 * be sent again, so the funds are `unknown` and never `untouched`.
 * @throws WALLET_REFUSED with funds 'untouched' for void bytes, and 'unknown' for private ones without an endpoint;
 * SERVICE_UNAVAILABLE with funds 'unknown' otherwise
 */
export async function broadcastPayment(
  chain: EvmChain,
  payment: Payment,
  { owner, nonce, readWorth, isHeld = false }: Sender,
): Promise<void> {
  const { raw, hash, replaced = [] } = payment
  const call = { method: 'eth_sendRawTransaction', params: [raw] }
  const answers = isHeld ? [] : await chain.rpc.requestAll(call)
  const reasons = answers.filter((answer) => answer.status === 'rejected').map(({ reason }): unknown => reason)
  if (answers.some((answer) => answer.status === 'fulfilled' && sameText(answer.value, hash))) return
  if (reasons.some((reason) => reason instanceof RpcError && HAS_IT.test(reason.message))) return
  if (await isKnown(chain, hash)) return
  const versions = [payment, ...replaced]
  const use = await readNonceUse(chain, { owner, nonce, versions }, await endDepth(chain, readWorth))
  if (use.state === 'ours' || use.state === 'same call') return
  if (use.state === 'elsewhere') {
    throw new SwapError(
      'WALLET_REFUSED',
      `The payment was not sent: the transaction ${use.hash} of this wallet has taken its nonce`,
      { reason: 'nonce', funds: 'untouched', hint: 'Sign it again: swapcli resume' },
    )
  }
  if (use.state === 'forgotten') {
    throw new SwapError(
      'SERVICE_UNAVAILABLE',
      `${describeForgotten(chain, nonce)}: the payment ${hash} may be in the chain`,
      {
        funds: 'unknown',
        hint: `Name a node that does, then continue: swapcli config set rpc.${chain.key} https://…`,
      },
    )
  }
  if (isHeld) throw heldBack(chain, `The transaction ${hash} was sent`, 'unknown')
  const why = describeRefusals(reasons)
  throw new SwapError('SERVICE_UNAVAILABLE', `No node of ${chain.name} took the transaction: ${why}`, {
    funds: 'unknown',
    hint:
      why === BELOW_BASE_FEE
        ? 'It is signed and kept. Send the same bytes again once the base fee has fallen, or pay more by --speed-up: swapcli resume'
        : 'It is signed and kept: send the same bytes again with swapcli resume',
    cause: reasons[0],
  })
}

/** Says why the fate of a nonce cannot be known. */
export function describeForgotten({ name }: EvmChain, nonce: number): string {
  return `The nonce ${nonce} was used long ago, and no node set for ${name} keeps the state of that time`
}

/** True when a node has the transaction, in a block or waiting. */
async function isKnown({ rpc }: EvmChain, hash: string): Promise<boolean> {
  const answers = await rpc.requestAll({ method: 'eth_getTransactionByHash', params: [hash] })
  return answers.some((answer) => answer.status === 'fulfilled' && sameText(recordOf(answer.value)['hash'], hash))
}

/** The nodes' refusals, in our words where the meaning is known. */
function describeRefusals(reasons: readonly unknown[]): string {
  const refused = reasons.find((reason) => reason instanceof RpcError)
  if (refused === undefined) {
    const [first] = reasons
    return isSwapError(first) ? first.message : 'the answer cannot be used'
  }
  const { message } = refused
  if (/insufficient funds/i.test(message)) return 'the coin does not cover its value and network cost'
  if (/underpriced/i.test(message)) return 'its fees are too low for the transactions that wait'
  if (/(fee|price).*(less|lower|below).*base|base fee/i.test(message)) return BELOW_BASE_FEE
  if (/nonce too low/i.test(message)) return 'its nonce is used, and by what cannot be told for certain yet'
  return cleanText(message, 200)
}
