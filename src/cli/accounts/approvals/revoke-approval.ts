import { defined } from '../../../core/defined.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { loadHomeMark, loadValues, unsettledOf } from '../../../payments/index.ts'
import {
  type Approvals as ApprovalTools,
  loadFamily,
  loadPendingSends,
  type PayChain,
  type PendingSend,
  type Revocation,
  type RunContext,
  type SendingOptions,
  verifyNewestHome,
} from '../../../wallet/index.ts'
import { type EndedSend, finishSend, openSender } from '../../pay/earlier-sends.ts'
import type { Session } from '../../session.ts'
import { printedAddress } from '../../views/question-lines.ts'
import type { CurrentAccount } from '../current-account.ts'
import { allowedText, type OpenedApprovals, type ReadApproval } from './recorded-approvals.ts'
import { groupThousands } from '../../../core/money/amount.ts'

/** One that may still be used, on a chain that answers. */
export type OpenApproval = ReadApproval & { readonly chain: PayChain }

/** What approvals of an account are revoked with. */
export interface RevocationPlace extends OpenedApprovals, Required<Pick<RunContext, 'home' | 'goesOnDespite'>> {
  readonly account: CurrentAccount
  readonly options: SendingOptions
}

/** Opens what approvals of an account are revoked with. @param bounds of the network cost @throws STORE_UNUSABLE */
export async function openRevocations(
  session: Session,
  approvals: OpenedApprovals,
  account: CurrentAccount,
  bounds: Pick<SendingOptions, 'maxFeeRate' | 'mostCost'>,
  goesOnDespite: RevocationPlace['goesOnDespite'],
): Promise<RevocationPlace> {
  const { openLossValues } = await loadValues()
  const listUnsettled = () => unsettledOf(approvals, account.address)
  const options = { ...bounds, appraise: openLossValues(session).appraise, listUnsettled }
  const { openHomeMark } = await loadHomeMark()
  const tell = (text: string) => session.output.note(text)
  const home = await openHomeMark({ place: session, wallet: approvals.documents, tell })
  return { ...approvals, home, goesOnDespite, account, options }
}

/** What a person is asked about a revocation: lines of name and value, '' where there is nothing to say. */
export function revocationFacts(
  approval: OpenApproval,
  { target, networkCost, refusal }: Revocation,
): readonly (readonly [string, string])[] {
  const { chain } = approval
  return [
    ['sign on', `${chain.name} (chain id ${chain.chainId})`],
    ['from', printedAddress(approval.owner)],
    ['call', `approve of ${target}`],
    ['takes back', allowedText(approval)],
    ['of the token', `${approval.symbol ?? ''} ${approval.token}`.trim()],
    ['from spender', printedAddress(approval.spender)],
    ['network cost', `at most ${groupThousands(networkCost)}`],
    ['warning', refusal?.message ?? ''],
  ]
}

/**
 * Signs and sends what revokes an approval, and waits for it; what was signed is on disk before it is sent.
 * @param agree asks about it: false for no
 * @returns undefined where it is not agreed to
 * @throws WALLET_REFUSED SERVICE_UNAVAILABLE OUTCOME_UNKNOWN, INTERRUPTED before anything was signed
 */
export async function revokeApproval(
  session: Session,
  place: RevocationPlace,
  approval: OpenApproval,
  agree: (checked: Revocation) => Promise<boolean>,
): Promise<EndedSend | undefined> {
  const { documents, payChains, home, account, options } = place
  const { chain } = approval
  const tools = await approvalsOn(chain)
  const checked = await tools.checkRevocation(chain, approval, options)
  if (!(await agree(checked))) return undefined
  await verifyNewestHome(place, {
    hint: 'Nothing was signed now. Revoke it in the copy that went further, or go on with this one',
    accept: ['--accept', 'older-home'],
  })
  const signer = await account.signer()
  const wallet = await openSender(session, payChains, approval.owner)
  // A payment of the same account must not take the same place in the order of its transactions.
  const release = await wallet.enterQueue?.(chain.chainId, { until: session.signal })
  if (release === undefined) throw new SwapError('INTERRUPTED', 'Stopped before it was signed; nothing was sent')
  try {
    await home.advance()
    const payment = await tools.signRevocation(chain, signer, approval, checked, options)
    const note: PendingSend = {
      description: `revoke ${approval.symbol ?? approval.token} on ${chain.name} for ${approval.spender}`,
      owner: approval.owner,
      hash: payment.hash,
      raw: payment.raw,
      signedAt: new Date(session.clock.now()).toISOString(),
      ...defined({ isPrivate: payment.isPrivate }),
    }
    // On disk before it is sent: whoever finds it sends the same bytes.
    const { recordSend } = await loadPendingSends()
    await recordSend(documents, note)
    session.output.note(`signed      ${note.hash}`)
    return await finishSend(session, documents, wallet, note)
  } finally {
    release()
  }
}

/** @throws WALLET_REFUSED for one that did not end as it should */
export function requireRevoked(ended: readonly EndedSend[]): void {
  const failed = ended.find(({ end }) => end.state !== 'mined')
  if (failed === undefined) return
  const reason =
    failed.end.state === 'reverted'
      ? `it was reverted: ${failed.end.reason}`
      : 'its nonce was used by another transaction'
  throw new SwapError('WALLET_REFUSED', `Not taken back, ${reason} (${failed.hash})`, {
    reason: 'run',
    // A reverted transaction was sent, and its network cost is paid.
    funds: failed.end.state === 'reverted' ? 'moved' : 'untouched',
    hint: 'See what may still be taken, and try again: swapcli wallet approvals list',
  })
}

async function approvalsOn({ family, name }: PayChain): Promise<ApprovalTools> {
  const tools = await (await loadFamily(family)).loadApprovals?.()
  if (tools !== undefined) return tools
  throw new SwapError('WALLET_REFUSED', `There are no approvals on ${name}`, { reason: 'run' })
}
