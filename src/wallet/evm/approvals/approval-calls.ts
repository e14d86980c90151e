import type { ApprovalStyle } from '../../family.ts'
import { ERC20, PERMIT2_FUNCTIONS } from '../../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { isHex } from '../../../core/evm/json-rpc.ts'
import { readArgument, readResult } from '../../../core/evm/words.ts'
import { toChecksumAddress } from '../../../core/assets/address.ts'
import type { EvmChain } from '../evm-chain.ts'
import { amountText, symbolOf } from '../chain/checks.ts'
import { readMiddleResult, voicesOf } from '../chain/middle.ts'
import { callJson } from '../chain/reads.ts'
import { encodeApprove, type Payload } from '../payload/payload.ts'
import { refusalFor } from '../../refusal.ts'
import type { ApprovalReview, PayTerms } from '../../payment.ts'
import type { PlannedCall } from '../planned-call.ts'
import type { PaymentKind } from '../../payment.ts'
import { larger } from '../../../core/money/larger.ts'

const UNLIMITED = 2n ** 256n - 1n
/** Seconds that an allowance in Permit2 must still last to be used as it is. */
const PERMIT2_MARGIN_SEC = 120n

/** What stands between a payload and its spend. */
export interface ApprovalCalls {
  /** Transactions that the allowance still needs, in order; none where it suffices. */
  readonly calls: readonly PlannedCall[]
  readonly review: ApprovalReview | undefined
  /** What the spender may take at most while the spend runs, in base units; 0 where nothing is approved. */
  readonly mostAllowed: bigint
  readonly warnings: readonly string[]
}

/**
 * Reads the spender's allowance and plans what is missing. A trial call shows whether the token wants its allowance set to
 * zero first.
 * @param nowSec epoch seconds of the latest block
 * @throws WALLET_REFUSED when the token answers nothing that can be used
 */
export async function planApprovals(
  chain: EvmChain,
  owner: string,
  payload: Payload,
  terms: PayTerms,
  style: ApprovalStyle,
  nowSec: bigint,
): Promise<ApprovalCalls> {
  const { approval } = payload
  const permit2 = await missingPermit2(chain, owner, payload, nowSec)
  if (approval === undefined) return { calls: permit2, review: undefined, mostAllowed: 0n, warnings: [] }
  const { token, amount } = approval
  const spender = toChecksumAddress(approval.spender)
  const allowed = await readAllowance(chain, owner, token, spender)
  const needed = allowed < amount
  const granted = style === 'unlimited' ? UNLIMITED : amount
  const resets = needed && allowed > 0n && !(await takesApproval(chain, owner, token, spender, granted))
  const call = (kind: PaymentKind, units: bigint, description: string): PlannedCall => ({
    kind,
    to: toChecksumAddress(token),
    data: encodeApprove(spender, units),
    value: 0n,
    description,
  })
  const shown = style === 'unlimited' ? `unlimited ${symbolOf(terms.src)}` : amountText(amount, terms.src)
  const calls = needed
    ? [
        ...(resets ? [call('reset', 0n, `Revoke what ${spender} may take of ${symbolOf(terms.src)}`)] : []),
        call('approve', granted, `Allow ${spender} to take ${shown}`),
      ]
    : []
  const warnings =
    needed && style === 'unlimited'
      ? [`${spender} may take any amount of ${symbolOf(terms.src)}, now or later, until the approval is revoked`]
      : []
  return {
    calls: [...calls, ...permit2],
    review: { spender, amount: shown, resets, needed },
    mostAllowed: larger(allowed, granted),
    warnings,
  }
}

async function readAllowance({ rpc, name }: EvmChain, owner: string, token: string, spender: string): Promise<bigint> {
  const data = encodeCall(ERC20.allowance.selector, [addressWord(owner), addressWord(spender)])
  const units = await readMiddleResult(rpc, token, data)
  if (units === undefined) throw refusalFor('token', `The token ${token} on ${name} does not report its allowances`)
  return units
}

/** True when the token accepts a new allowance in place of one that is not zero, as most operators say. */
async function takesApproval(
  { rpc }: EvmChain,
  owner: string,
  token: string,
  spender: string,
  amount: bigint,
): Promise<boolean> {
  const params = [callJson({ from: owner, to: token, data: encodeApprove(spender, amount) }), 'latest']
  const answers = await rpc.requestOperators({ method: 'eth_call', params }, voicesOf(rpc))
  // Some tokens return nothing where the standard has `true`; those that return `false` refuse.
  const taken = answers.filter((answer) => 'value' in answer && isHex(answer.value) && readResult(answer.value) !== 0n)
  return taken.length * 2 > answers.length
}

/** The payload's call of Permit2, unless what Permit2 allows now suffices and lasts. */
async function missingPermit2(
  { rpc }: EvmChain,
  owner: string,
  { permit2 }: Payload,
  nowSec: bigint,
): Promise<readonly PlannedCall[]> {
  if (permit2 === undefined) return []
  const [token, spender, amount] = [0, 1, 2].map((index) => readArgument(permit2.data, index))
  const isApprove = permit2.data.slice(0, 10).toLowerCase() === PERMIT2_FUNCTIONS.approve.selector
  if (!isApprove || token === undefined || spender === undefined || amount === undefined) return [permit2]
  const data = encodeCall(PERMIT2_FUNCTIONS.allowance.selector, [addressWord(owner), token, spender])
  const allowed = await readMiddleResult(rpc, permit2.to, data, (returned) => {
    const expiresSec = readResult(returned, 1)
    return expiresSec === undefined || expiresSec < nowSec + PERMIT2_MARGIN_SEC ? 0n : readResult(returned)
  })
  return allowed === undefined || allowed < amount ? [permit2] : []
}
