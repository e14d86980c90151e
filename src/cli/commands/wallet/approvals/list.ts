import { SwapError } from '../../../../core/api/errors.ts'
import { countText } from '../../../../core/text/count-text.ts'
import { loadPendingSends } from '../../../../wallet/index.ts'
import { defineCommand } from '../../../command.ts'
import { during } from '../../../output/spinner.ts'
import type { Session } from '../../../session.ts'
import {
  allowedText,
  type Approvals,
  APPROVALS_OPTIONS,
  APPROVALS_FILTER,
  type FailedRead,
  fits,
  openApprovals,
  type ReadApproval,
  readNow,
} from './recorded-approvals.ts'

/** What contracts may take of the wallet since its payments approved them. */
export const approvalsList = defineCommand({
  arguments: APPROVALS_FILTER,
  options: {
    ...APPROVALS_OPTIONS,
    all: { kind: 'switch', description: 'also approvals that are used up or revoked' },
  },
  examples: ['wallet approvals list --network live', 'wallet approvals list USDC --chain base --network live --json'],
  run: async (session, { filter }, flags) =>
    listApprovals(session, await openApprovals(session, flags), filter, flags.all),
})

async function listApprovals(
  session: Session,
  { payChains, catalog, documents, recorded }: Approvals,
  words: readonly string[],
  all: boolean,
): Promise<void> {
  const { output } = session
  const { listPendingSends } = await loadPendingSends()
  const asked = recorded.filter((approval) => fits(words, approval))
  const reading = readNow(session, payChains, catalog, asked)
  const { read, failed } = await during(session, 'asking the chains', reading)
  const unsettled = await listPendingSends(documents)
  const shown = read.filter(({ units }) => all || units !== 0n)
  if (output.json) output.printJson({ data: shown.map(approvalDocument) })
  else {
    await output.table(
      [
        { header: 'CHAIN' },
        { header: 'TOKEN' },
        { header: 'ALLOWED NOW', align: 'right' },
        { header: 'SPENDER' },
        { header: 'FOR' },
      ],
      shown.map((approval) => [
        approval.chain?.key ?? String(approval.chainId),
        approval.symbol ?? approval.token,
        allowedText(approval),
        `${approval.spender}${approval.keeper === 'permit2' ? ' by Permit2' : ''}`,
        `${approval.provider} ${approval.runs.at(-1) ?? ''}`,
      ]),
    )
    for (const { name, error } of failed) output.say(`${name} cannot be read: ${output.clean(error.message)}`)
    if (shown.length === 0) output.note('payments of this wallet left no approvals')
    else output.note('revoke one: swapcli wallet approvals revoke SPENDER')
  }
  if (unsettled.length > 0) {
    output.note(
      `${countText(unsettled.length, 'signed transaction')} not settled; continue: swapcli wallet approvals revoke`,
    )
  }
  if (failed.length > 0 && read.every(({ units }) => units === undefined)) throw nothingRead(failed)
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

function nothingRead(failed: readonly FailedRead[]): SwapError {
  const why = failed.map(({ name, error }) => `${name}: ${error.message}`).join('; ')
  return new SwapError('SERVICE_UNAVAILABLE', `No chain could be asked. ${why}`, {
    hint: 'Try again, or set nodes of your own: swapcli config set rpc.ethereum https://…',
  })
}
