import { countText } from '../../../../core/text/count-text.ts'
import { defined } from '../../../../core/defined.ts'
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
  type ReadApproval,
  readNow,
  refuseUnread,
} from '../../../accounts/approvals/recorded-approvals.ts'
import { right } from '../../../output/table.ts'

/** What contracts may take of the wallet since its payments approved them. */
export const approvalsList = defineCommand({
  arguments: APPROVALS_FILTER,
  options: {
    ...APPROVALS_OPTIONS,
    all: { kind: 'switch', description: 'also approvals that are used up or revoked' },
  },
  examples: ['wallet approvals list --network live', 'wallet approvals list USDC --chain base --network live --json'],
  run: async (session, { filter }, flags) => {
    const { output } = session
    const approvals = await openApprovals(session, flags, filter)
    const { listPendingSends } = await loadPendingSends()
    const asked = approvals.recorded.filter((approval) => fits(filter, approval))
    const { read, failed } = await readNow(session, approvals, asked)
    const unsettled = await listPendingSends(approvals.documents)
    const shown = read.filter(({ units }) => flags.all || units !== 0n)
    const coming = comingApprovals(read)
    const { unreadable } = approvals
    if (output.json) {
      const damaged = unreadable.length === 0 ? undefined : unreadable
      output.printJson({ data: shown.map(approvalDocument), ...defined({ damaged }) })
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
      noteFailed(output, failed)
      if (shown.length === 0 && coming.length === 0) output.note('payments of this wallet left no approvals')
      else if (shown.length > 0) output.note('revoke one: swapcli wallet approvals revoke SPENDER')
    }
    for (const { text, hint } of coming) output.note(`${text}; cancel it: ${hint}`)
    if (unsettled.length > 0) {
      output.note(
        `${countText(unsettled.length, 'signed transaction')} not settled; continue: swapcli wallet approvals revoke`,
      )
    }
    refuseUnread(read, failed)
  },
})

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
