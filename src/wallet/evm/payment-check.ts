import { sameAddress } from '../../core/assets/address-key.ts'
import type { HandOver } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { Clock, Ids } from '../../core/ports.ts'
import { type ApprovalCalls, planApprovals } from './approvals/approval-calls.ts'
import type { ApprovalStyle, Appraise, IsListed, ListVaults } from '../family.ts'
import { verifyEveryNode } from './chain/chain-id.ts'
import { confirmPool } from './chain/paying-pool.ts'
import { confirmSettler } from './chain/settlers.ts'
import { confirmVault } from './chain/vaults.ts'
import { checkBalances, checkDecimals, checkTarget, type WalletBalances } from './chain/checks.ts'
import type { EvmChain } from './evm-chain.ts'
import { heldBack, isHeldBack } from './held-back.ts'
import { readMiddleBlock } from './chain/middle.ts'
import type { Block } from './chain/reads.ts'
import { walletCall } from '../terms/deposit.ts'
import { depositPayload, type Payload, readPayload } from './payload/payload.ts'
import { refusalFor } from '../refusal.ts'
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
  readonly listVaults?: ListVaults
  /** For addresses that no contract can guess. */
  readonly ids: Ids
  /** True for a token of the bundled catalog. */
  readonly isListed: IsListed
}

/** A payment that its terms and the chain as it is now allow. */
export interface CheckedPayment {
  readonly chain: EvmChain
  readonly terms: PayTerms
  readonly payload: Payload
  /** The newest block that two operators have, where two are known. */
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
    throw refusalFor(
      'account',
      `${terms.depositor} has to make this payment, and this account is ${owner}`,
      'Nothing was signed. Choose the account: swapcli wallet use <name>',
    )
  }
  const read = payloadOf(execution, terms, parts.clock.now())
  const chain = await chainById(parts, terms)
  if (isHeldBack(chain, terms.privateSinceMs, parts.clock.now())) {
    throw heldBack(chain, 'This payment was to be sent', 'untouched')
  }
  await verifyEveryNode(chain)
  const known = await confirmVault(parts, read, terms)
  const payload = await confirmPool(chain, await confirmSettler(chain, known), terms)
  const block = await readMiddleBlock(chain.rpc)
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
