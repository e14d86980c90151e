import { NodesDisagree, readSettled } from '../../../core/evm/agreement.ts'
import { isHex } from '../../../core/evm/json-rpc.ts'
import { ERC20, PERMIT2_FUNCTIONS } from '../../../core/evm/functions.ts'
import { PERMIT2 } from '../../../core/evm/contracts.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { argumentsOf, readable, readAddress, readArgument, readResult } from '../../../core/evm/words.ts'
import { sameAddress, toChecksumAddress } from '../../../core/assets/address.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import { defined } from '../../../core/defined.ts'
import { type EvmChain, requireEvmChain } from '../evm-chain.ts'
import type { LeftApproval, Payment, ReplacedPayment } from '../../payment.ts'
import { verifyNode } from '../chain/chain-id.ts'
import { readContracts } from '../chain/contract-reads.ts'
import type { Approval, PayChain, RecordedApproval } from '../../family.ts'
import type { SwapRun } from '../../run/journal.ts'
import { readSigned } from '../signed-transaction.ts'

/** Where allowances begin that are meant to have no end: wallets and routers give 2^256-1, 2^255 or 2^160-1. */
const UNLIMITED_FROM = 2n ** 159n

/** As `Approvals` has it. */
export function isUnlimited(units: bigint): boolean {
  return units >= UNLIMITED_FROM
}

/** As `Approvals` has it. */
export async function findApprovals(runs: readonly SwapRun[]): Promise<readonly RecordedApproval[]> {
  const found = new Map<string, RecordedApproval>()
  for (const run of runs) {
    const { earlier = [], payment: last, step } = run
    const underway = versionsOf(last)
    for (const payment of [...earlier, ...underway]) {
      const approval = (await grantIn(payment, run.request.depositor))?.approval
      if (approval === undefined) continue
      const key = JSON.stringify(approval)
      const before = found.get(key)
      const isPending = step === 'signed' && last?.last === false && underway.includes(payment)
      const pending = isPending ? { hash: payment.hash, run: run.id } : before?.pending
      const runsOfIt = [...new Set([...(before?.runs ?? []), run.id])]
      found.delete(key)
      found.set(key, { ...approval, ...namesOf(run, approval), ...defined({ pending }), runs: runsOfIt })
    }
  }
  return [...found.values()].reverse()
}

function namesOf(run: SwapRun, { token }: Approval): Pick<RecordedApproval, 'provider' | 'symbol' | 'decimals'> {
  const isSource = sameAddress(run.request.srcAddress, token)
  return {
    provider: run.request.provider,
    symbol: isSource ? run.source.symbol : undefined,
    decimals: isSource ? run.source.decimals : undefined,
  }
}

type Versions = ReplacedPayment & { readonly replaced?: readonly ReplacedPayment[] | undefined }

/** The versions of a transaction, of which any may be mined, the newest last. */
function versionsOf(payment: Versions | undefined): readonly ReplacedPayment[] {
  return payment === undefined ? [] : [...(payment.replaced ?? []), payment]
}

/**
 * The approvals that transactions made for at most so much and that stand, or may stand: nodes of two operators must say that
 * one does not, where two are known.
 * @param most base units @param nowMs epoch milliseconds
 */
export async function findLeft(
  chain: EvmChain,
  owner: string,
  { earlier, pending }: { readonly earlier: readonly Payment[]; readonly pending: Payment | undefined },
  most: bigint,
  nowMs: number,
): Promise<readonly LeftApproval[]> {
  const underway = versionsOf(pending)
  const grants = await Promise.all(
    [...earlier, ...underway].map(async (payment, index) => {
      const grant = await grantIn(payment, owner)
      return grant === undefined ? undefined : { ...grant, isPending: index >= earlier.length }
    }),
  )
  const left = await Promise.all(
    newestOf(grants.filter((one) => one !== undefined)).map(
      async ({ approval, granted, isPending }): Promise<readonly LeftApproval[]> => {
        const now = await readAgreedAllowance(chain, approval, nowMs)
        // What stands now is of before: this one takes its place.
        if (now !== undefined && isPending && now !== granted) {
          return granted === 0n || granted > most ? [] : [{ ...approval, units: granted, isPending }]
        }
        if (now !== undefined) return now === 0n || now > most ? [] : [{ ...approval, units: now }]
        return granted === 0n || granted > most ? [] : [{ ...approval, units: granted, isUnread: true }]
      },
    ),
  )
  return left.flat()
}

/**
 * The approvals of a payment for at most so much of which less stands than they gave, by the word of two operators, where two
 * are known.
 * @param most base units @param nowMs epoch milliseconds
 */
export async function findUsedUp(
  chain: EvmChain,
  owner: string,
  earlier: readonly Payment[],
  most: bigint,
  nowMs: number,
): Promise<readonly Approval[]> {
  const grants = await Promise.all(earlier.map((payment) => grantIn(payment, owner)))
  const used = await Promise.all(
    newestOf(grants.filter((one) => one !== undefined)).map(async ({ approval, granted }) => {
      if (granted === 0n || granted > most) return []
      const now = await readAgreedAllowance(chain, approval, nowMs)
      return now !== undefined && now < granted ? [approval] : []
    }),
  )
  return used.flat()
}

/** The last one for each spender. */
function newestOf<Made extends Grant>(made: readonly Made[]): readonly Made[] {
  return made.filter(
    ({ approval: { spender, keeper } }, index) =>
      !made.slice(index + 1).some(({ approval: one }) => one.spender === spender && one.keeper === keeper),
  )
}

/** An allowance as two operators state it, where two are known; undefined where they do not, or differ. */
async function readAgreedAllowance(chain: EvmChain, approval: Approval, nowMs: number): Promise<bigint | undefined> {
  const params = [allowanceRead(approval), 'latest']
  try {
    return await readSettled(chain.rpc, { method: 'eth_call', params }, (answer) => {
      const units = 'value' in answer && isHex(answer.value) ? unitsIn(approval, answer.value, nowMs) : undefined
      if (units === undefined) throw new Error('no allowance')
      return units
    })
  } catch (error) {
    if (error instanceof NodesDisagree) return undefined
    throw error
  }
}

/** An approval in signed bytes, and for how much it is, in base units. */
interface Grant {
  readonly approval: Approval
  readonly granted: bigint
}

/** What signed bytes let a spender take, as one word of text for each part; '' for nothing. */
export async function nameApproval(
  payment: { readonly hash: string; readonly raw: string },
  owner: string,
): Promise<string> {
  const { keeper, token, spender } = (await grantIn(payment, owner))?.approval ?? {}
  return keeper === undefined ? '' : `${keeper}:${token}:${spender}`
}

async function grantIn(
  payment: { readonly hash: string; readonly raw: string },
  owner: string,
): Promise<Grant | undefined> {
  const signed = await readSigned(payment).catch((error: unknown) => {
    // Bytes of paper, or of an earlier version: they name no approval that could be read.
    if (isSwapError(error)) return undefined
    throw error
  })
  if (signed === undefined) return undefined
  const { chainId, to, data } = signed
  const [first, second] = [0, 1].map((index) => addressAt(data, index))
  const grantedAt = (index: number) => readArgument(data, index) ?? 0n
  const ofOwner = { chainId, owner: toChecksumAddress(owner) }
  switch (data.slice(0, 10)) {
    case ERC20.approve.selector: {
      if (first === undefined) return undefined
      const approval = { ...ofOwner, token: toChecksumAddress(to), spender: first, keeper: 'token' } as const
      return { approval, granted: grantedAt(1) }
    }
    case PERMIT2_FUNCTIONS.approve.selector: {
      if (first === undefined || second === undefined) return undefined
      const approval = { ...ofOwner, token: first, spender: second, keeper: 'permit2' } as const
      return { approval, granted: grantedAt(2) }
    }
    default:
      return undefined
  }
}

function addressAt(calldata: string, index: number): string | undefined {
  return readable(() => toChecksumAddress(readAddress(argumentsOf(calldata), index)))
}

/** As `Approvals` has it; an allowance that Permit2 keeps is 0 once it has expired. */
export async function readAllowances(
  on: PayChain,
  approvals: readonly Approval[],
  nowMs: number,
): Promise<readonly (bigint | undefined)[]> {
  const chain = requireEvmChain(on)
  await verifyNode(chain)
  const answers = await readContracts(chain.rpc, approvals.map(allowanceRead))
  return approvals.map((approval, index) => unitsIn(approval, answers[index] ?? '0x', nowMs))
}

function allowanceRead({ keeper, owner, token, spender }: Approval): { readonly to: string; readonly data: string } {
  const [from, of, to] = [addressWord(owner), addressWord(token), addressWord(spender)]
  return keeper === 'token'
    ? { to: token, data: encodeCall(ERC20.allowance.selector, [from, to]) }
    : { to: PERMIT2, data: encodeCall(PERMIT2_FUNCTIONS.allowance.selector, [from, of, to]) }
}

/** What an answer allows at a time; undefined for one that says nothing. */
function unitsIn({ keeper }: Approval, answer: string, nowMs: number): bigint | undefined {
  const units = readResult(answer)
  if (keeper === 'token' || units === undefined) return units
  const expiresSec = readResult(answer, 1)
  return expiresSec !== undefined && expiresSec * 1000n < BigInt(nowMs) ? 0n : units
}

/** Target and calldata that revoke an approval. */
export function revocationCall({ keeper, token, spender }: Approval): { readonly to: string; readonly data: string } {
  return keeper === 'token'
    ? { to: token, data: encodeCall(ERC20.approve.selector, [addressWord(spender), 0n]) }
    : {
        to: PERMIT2,
        data: encodeCall(PERMIT2_FUNCTIONS.approve.selector, [addressWord(token), addressWord(spender), 0n, 0n]),
      }
}
