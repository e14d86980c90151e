import { sameAddress } from '../../core/assets/address-key.ts'
import type { HandOver } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { Clock } from '../../core/ports.ts'
import { type ApprovalCalls, planApprovals } from './approvals/approval-calls.ts'
import type { ApprovalStyle, Appraise } from '../family.ts'
import { verifyEveryNode } from './chain/chain-id.ts'
import { checkBalances, checkDecimals, checkTarget, type WalletBalances } from './chain/checks.ts'
import type { EvmChain } from './evm-chain.ts'
import { type Block, readBlock, readCall } from './chain/reads.ts'
import { walletCall } from '../terms/deposit.ts'
import { depositPayload, type Payload, readPayload } from './payload/payload.ts'
import { refusal } from '../refusal.ts'
import { orWouldFail } from './chain/node-refusal.ts'
import { holdingsToWatch, verifySimulation } from './chain/simulated-changes.ts'
import { simulateSeries } from './chain/simulation.ts'
import type { PayTerms } from '../payment.ts'
import type { PlannedCall } from './planned-call.ts'

/** What the checks need, apart from the payload. */
export interface CheckParts {
  /** 0x address that pays, with EIP-55 capitals. */
  readonly owner: string
  /** A chain that the wallet can reach, by numeric id. */
  readonly chain: (chainId: number) => Promise<EvmChain | undefined>
  readonly clock: Clock
  readonly approve: ApprovalStyle
  readonly appraise?: Appraise
}

/** A payment that its terms and the chain as it is now allow. */
export interface CheckedPayment {
  readonly chain: EvmChain
  readonly terms: PayTerms
  readonly payload: Payload
  /** The newest block. */
  readonly block: Block
  readonly held: WalletBalances
  readonly approvals: ApprovalCalls
  /** The transactions that are still needed, in order; the last one spends. */
  readonly calls: readonly PlannedCall[]
  readonly warnings: readonly string[]
}

/**
 * Verifies a payment against its terms, and against the chain as far as that goes without running it.
 * @throws WALLET_REFUSED with the reason, CONFIG_INVALID for a chain without node, SERVICE_UNAVAILABLE
 */
export async function checkPayment(parts: CheckParts, execution: HandOver, terms: PayTerms): Promise<CheckedPayment> {
  const { owner } = parts
  if (!sameAddress(terms.depositor, owner)) {
    throw refusal(
      `${terms.depositor} has to make this payment, and this account is ${owner}`,
      'Nothing was signed. Choose the account: swapcli wallet use <name>',
    )
  }
  const payload = payloadOf(execution, terms, parts.clock.now())
  const chain = await chainById(parts, terms)
  await verifyEveryNode(chain)
  const block = await readBlock(chain.rpc)
  const [notes, , held, approvals] = await Promise.all([
    checkTarget(chain, payload.spend),
    checkDecimals(chain, terms),
    checkBalances(chain, owner, terms, payload.spend.value),
    planApprovals(chain, owner, payload, terms, parts.approve, block.timestampSec),
  ])
  return {
    chain,
    terms,
    payload,
    block,
    held,
    approvals,
    calls: [...approvals.calls, payload.spend],
    warnings: [...payload.warnings, ...notes, ...approvals.warnings],
  }
}

/** What running a payment without a signature showed. */
export interface RehearsedPayment {
  /** Undefined where the node cannot show them. */
  readonly changes: readonly string[] | undefined
  /** Gas that each call used, in order; undefined where the node cannot tell. */
  readonly gasUsed: readonly bigint[] | undefined
  readonly warnings: readonly string[]
}

/**
 * Simulates the calls that are still needed, one after the other, and verifies what they change against the terms. Where the
 * node cannot simulate a series, a single call is at least tried.
 * @throws WALLET_REFUSED when one fails or changes what was not agreed
 */
export async function rehearse(parts: CheckParts, checked: CheckedPayment): Promise<RehearsedPayment> {
  const { chain, terms, payload, calls, approvals } = checked
  const { owner: wallet } = parts
  const simulation = await simulateSeries(chain.rpc, wallet, calls, holdingsToWatch(wallet, terms))
  if (simulation !== undefined) {
    const value = payload.spend.value
    const { mostAllowed } = approvals
    const { changes, warnings } = verifySimulation(simulation, { chain, wallet, payload, terms, value, mostAllowed })
    return { changes, warnings, gasUsed: simulation.calls.map(({ gasUsed }) => gasUsed) }
  }
  if (calls.length > 1) {
    const warning = `The node of ${chain.name} cannot simulate: the payment cannot be tried before its approval is in a block`
    return { changes: undefined, gasUsed: undefined, warnings: [warning] }
  }
  const { to, data, value } = payload.spend
  await orWouldFail(readCall(chain.rpc, { from: wallet, to, data, value }))
  const warning = `The node of ${chain.name} cannot simulate: the payment would not fail, but what it changes cannot be shown`
  return { changes: undefined, gasUsed: undefined, warnings: [warning] }
}

/** A chain that must be reached. @throws CONFIG_INVALID */
async function chainById(parts: Pick<CheckParts, 'chain'>, terms: Pick<PayTerms, 'src'>): Promise<EvmChain> {
  const { chainId, chainKey } = terms.src
  const chain = await parts.chain(chainId)
  if (chain?.chainId === chainId) return chain
  throw new SwapError('CONFIG_INVALID', `No node is set for ${chainKey} (chain id ${chainId})`, {
    hint: `Name one: swapcli config set rpc.${chainKey} https://…`,
  })
}

function payloadOf(execution: HandOver, terms: PayTerms, nowMs: number): Payload {
  const call = walletCall(execution)
  return call === undefined ? depositPayload(execution, terms, nowMs) : readPayload(call, terms, nowMs)
}
