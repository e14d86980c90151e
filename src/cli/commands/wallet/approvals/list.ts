import { SwapError } from '../../../../core/api/errors.ts'
import { resolveChain } from '../../../../core/assets/asset-reference.ts'
import { formatAmountForPeople } from '../../../../core/money/amount.ts'
import { formatUsdForPeople } from '../../../../core/money/fees.ts'
import { formatUsd } from '../../../../core/money/usd.ts'
import { clean } from '../../../../core/text/clean-text.ts'
import { countText } from '../../../../core/text/count-text.ts'
import { defined } from '../../../../core/defined.ts'
import type { FailedChain } from '../../../../payments/index.ts'
import { loadPendingSends } from '../../../../wallet/index.ts'
import { defineCommand } from '../../../command.ts'
import {
  allowedText,
  APPROVALS_OPTIONS,
  APPROVALS_FILTER,
  comingApprovals,
  fits,
  noteFailed,
  openApprovals,
  type OpenedApprovals,
  type ReadApproval,
  readNow,
  refuseOtherFamily,
  refuseUnread,
} from '../../../accounts/approvals/recorded-approvals.ts'
import { chooseAccount } from '../../../accounts/current-account.ts'
import { findHeldApprovals, type HeldApproval } from '../../../accounts/approvals/held-approvals.ts'
import type { Output } from '../../../output/output.ts'
import { right } from '../../../output/table.ts'
import type { Session } from '../../../session.ts'

/** What contracts may take of the wallet since its payments approved them. */
export const approvalsList = defineCommand({
  arguments: APPROVALS_FILTER,
  options: {
    ...APPROVALS_OPTIONS,
    all: { kind: 'switch', description: 'also approvals that are used up or revoked' },
    held: {
      kind: 'switch',
      description: 'also what contracts of known providers may take of the account in use, whoever approved it',
    },
  },
  examples: ['wallet approvals list --network live', 'wallet approvals list USDC --chain base --network live --json'],
  notes: `--held asks the chains with a node of your own and the main ones, or those of --chain, for the tokens that the account
holds, and for the contracts that this program knows: no chain lists all allowances of an account. What is at risk is the smaller of
allowance and balance, valued by evidence that no counterparty makes.`,
  run: async (session, { filter }, flags) => {
    const { output } = session
    const approvals = await openApprovals(session, flags, filter)
    const { listPendingSends } = await loadPendingSends()
    const asked = approvals.recorded.filter((approval) => fits(filter, approval))
    const { read, failed } = await readNow(session, approvals, asked)
    const unsettled = await listPendingSends(approvals.documents)
    const shown = read.filter(({ units }) => flags.all || units !== 0n)
    const coming = comingApprovals(read)
    const others = flags.held ? await readHeld(session, approvals, flags.chain) : { held: [], failed: [], missing: [] }
    const held = others.held.filter((approval) => fits(filter, approval))
    const { unreadable } = approvals
    if (output.json) {
      const damaged = unreadable.length === 0 ? undefined : unreadable
      output.printJson({ data: [...shown.map(approvalDocument), ...held.map(heldDocument)], ...defined({ damaged }) })
    } else {
      await output.table(
        ['CHAIN', 'TOKEN', right('ALLOWED NOW'), 'SPENDER', 'FOR'],
        shown.map((approval) => [
          approval.chain?.key ?? String(approval.chainId),
          approval.symbol ?? approval.token,
          allowedText(approval),
          `${approval.spender}${approval.keeper === 'permit2' ? ' by Permit2' : ''}`,
          `${approval.provider} ${approval.runs.at(-1) ?? ''}`,
        ]),
      )
      await printHeld(output, held)
      noteFailed(output, failed)
      if (shown.length === 0 && coming.length === 0) output.note('payments of this wallet left no approvals')
      else if (shown.length > 0) output.note('revoke one: swapcli wallet approvals revoke SPENDER')
    }
    noteFailed(output, others.failed)
    for (const { text } of others.missing) output.note(text)
    for (const { text, hint } of coming) output.note(`${text}; cancel it: ${hint}`)
    if (unsettled.length > 0) {
      output.note(
        `${countText(unsettled.length, 'signed transaction')} not settled; continue: swapcli wallet approvals revoke`,
      )
    }
    refuseUnread(read, failed)
    refuseIncomplete(others.failed)
  },
})

/** What the account in use holds and others may take. */
async function readHeld(session: Session, approvals: OpenedApprovals, chains: readonly string[]) {
  const account = await chooseAccount(session, undefined)
  refuseOtherFamily(account)
  const keys = await Promise.all(chains.map(async (text) => (await resolveChain(approvals.catalog, text)).key))
  return findHeldApprovals(session, approvals, account.address, keys)
}

/** A script must see that something is missing. */
function refuseIncomplete(failed: readonly FailedChain[]): void {
  if (failed.length === 0) return
  const names = failed.map(({ chain }) => chain.name).join(', ')
  throw new SwapError('SERVICE_UNAVAILABLE', `What others may take is not known of ${names}`, {
    hint: 'Try again, or set nodes of your own: swapcli config set rpc.ethereum https://…',
  })
}

async function printHeld(output: Output, held: readonly HeldApproval[]): Promise<void> {
  if (held.length === 0) return
  output.print(clean``)
  await output.table(
    ['CHAIN', 'TOKEN', right('ALLOWED NOW'), right('AT RISK'), right('VALUE'), 'SPENDER', 'NOT MADE HERE'],
    held.map((approval) => [
      approval.chain?.key ?? String(approval.chainId),
      approval.symbol ?? approval.token,
      `${approval.isUnlimited ? '! ' : ''}${allowedText(approval)}`,
      formatAmountForPeople(approval.atRisk, approval.decimals ?? 0),
      approval.atRiskUsd === undefined ? 'unknown' : formatUsdForPeople(approval.atRiskUsd),
      `${approval.spender}${approval.keeper === 'permit2' ? ' by Permit2' : ''}`,
      approval.spenderName,
    ]),
  )
  output.note('take one back: swapcli wallet revoke TOKEN SPENDER')
}

/** One that no payment here made, as `--json` prints it. */
function heldDocument(approval: HeldApproval): object {
  const { spenderName, atRisk, atRiskUsd } = approval
  return {
    ...approvalDocument(approval),
    ...{ provider: null, spenderName, atRiskUnits: atRisk.toString() },
    atRiskUsd: atRiskUsd === undefined ? null : formatUsd(atRiskUsd),
  }
}

/** An approval as `--json` prints it. */
function approvalDocument(approval: ReadApproval): object {
  const { chain, chainId, owner, token, symbol, decimals, spender, keeper, units, provider, runs } = approval
  return {
    chain: chain?.key ?? null,
    chainId,
    owner,
    token,
    symbol: symbol ?? null,
    decimals: decimals ?? null,
    spender,
    keeper,
    units: units?.toString() ?? null,
    provider,
    runs,
  }
}
