import { defined } from '../../../../core/defined.ts'
import {
  type Approvals as ApprovalTools,
  loadFamily,
  loadPendingSends,
  type PayChain,
  type PendingSend,
  type RecordedApproval,
  type Revocation,
  type RunContext,
  type SendingOptions,
  verifyNewestHome,
} from '../../../../wallet/index.ts'
import { checkAddress } from '../../../../core/assets/address.ts'
import { resolveChain } from '../../../../core/assets/asset-reference.ts'
import { SwapError } from '../../../../core/api/errors.ts'
import { type CurrentAccount, requirePayer } from '../../../accounts/current-account.ts'
import { choose, confirm, goesOnDespite, promptColumns } from '../../../prompts.ts'
import { defineCommand } from '../../../command.ts'
import { type EndedSend, finishEarlierSends, finishSend, openSender } from '../../../pay/earlier-sends.ts'
import { loadHomeMark, loadValues, unsettledOf } from '../../../../payments/index.ts'
import { FEE_OPTIONS, sendingOptions, OLDER_HOME_OPTION, SIGNER_OPTIONS } from '../../../pay/pay-options.ts'
import { agreeBeforehand, usage } from '../../../usage.ts'
import {
  allowedText,
  type OpenedApprovals,
  APPROVALS_OPTIONS,
  APPROVALS_FILTER,
  comingApprovals,
  fits,
  noteFailed,
  openApprovals,
  type ReadApproval,
  readNow,
  refuseUnread,
} from './recorded-approvals.ts'
import { BESIDE_LINE, layOutList } from '../../../output/list-lines.ts'
import { noteQuestion, printedAddress } from '../../../views/question-lines.ts'
import type { Session } from '../../../session.ts'
import { cuttable } from '../../../output/table.ts'

/** One that may still be used, on a chain that answers. */
type OpenApproval = ReadApproval & { readonly chain: PayChain }

/** Whose spender stands whole beneath the marked one. */
const CHOICE_COLUMNS = [
  { header: 'CHAIN', most: 12 },
  { header: 'TOKEN', most: 14 },
  { header: 'ALLOWED NOW', align: 'right' },
  { header: 'SPENDER', drop: 1 },
] as const

/** First goes on with what was signed and is not settled, then takes back what the words name. */
export const approvalsRevoke = defineCommand({
  arguments: APPROVALS_FILTER,
  options: {
    ...APPROVALS_OPTIONS,
    all: { kind: 'switch', description: 'all approvals of the account' },
    yes: { kind: 'switch', description: 'do not ask for confirmation' },
    ...OLDER_HOME_OPTION,
    ...SIGNER_OPTIONS,
    ...FEE_OPTIONS,
  },
  examples: [
    'wallet approvals revoke USDC --network live',
    'wallet approvals revoke base:USDC 0x6fF5693b99212Da76ad316178A184AB56D299b43 --network live',
    'wallet approvals revoke --all --yes --network live',
  ],
  notes: 'An approval that no payment here made is named by chain:TOKEN and SPENDER.',
  movesMoney: true,
  run: async (session, { filter: words }, flags) => {
    const approvals = await openApprovals(session, flags, words)
    const ended = await finishEarlierSends(session, approvals)
    const isNamed = words.length > 0 || flags.all
    const isChosen = !isNamed && ended.length === 0
    if (isChosen && (!session.interactive || flags.yes)) {
      throw usage('Name the approvals to revoke, or add --all', 'List them: swapcli wallet approvals list')
    }
    if (isNamed || isChosen) {
      const account = await requirePayer(session, flags)
      const { openLossValues } = await loadValues()
      const listUnsettled = () => unsettledOf(approvals, account.address)
      const options = { ...sendingOptions(flags), appraise: openLossValues(session).appraise, listUnsettled }
      const { openHomeMark } = await loadHomeMark()
      const tell = (text: string) => session.output.note(text)
      const home = await openHomeMark({ place: session, wallet: approvals.documents, tell })
      const place = { ...approvals, home, goesOnDespite: goesOnDespite(session, flags.accept) }
      const found = await findNamed(session, approvals, account, words)
      for (const approval of isChosen && found.length > 0 ? [await chooseApproval(session, found)] : found) {
        const one = await revoke(session, place, account, approval, flags.yes, options)
        if (one !== undefined) ended.push(one)
      }
    }
    await report(session, ended)
  },
})

/** What the words name and may still be taken; an approval that no run made is named by `chain:TOKEN` and SPENDER. */
async function findNamed(
  session: Session,
  approvals: OpenedApprovals,
  account: CurrentAccount,
  words: readonly string[],
): Promise<readonly OpenApproval[]> {
  const { catalog, recorded } = approvals
  const named = recorded.filter((approval) => approval.owner === account.address && fits(words, approval))
  const [token, spender] = words
  const other =
    named.length === 0 && token !== undefined && spender !== undefined && words.length === 2
      ? await findUnrecorded(catalog, account, token, spender)
      : undefined
  const candidates = other === undefined ? named : [other]
  if (candidates.length === 0) {
    throw usage(
      `No payment of ${account.address} approved that`,
      'Write what the list shows, or chain:TOKEN SPENDER: swapcli wallet approvals list',
    )
  }
  const { read, failed } = await readNow(session, approvals, candidates)
  refuseUnread(read, failed)
  noteFailed(session.output, failed)
  const open = read.flatMap((approval) => {
    const { chain, units } = approval
    return chain === undefined || units === undefined || units === 0n ? [] : [{ ...approval, chain }]
  })
  const coming = comingApprovals(read)
  if (open.length === 0 && coming.length > 0) {
    throw new SwapError(
      'WALLET_REFUSED',
      `Nothing can be taken back yet: ${coming.map(({ text }) => text).join('; ')}`,
      {
        reason: 'run',
        funds: 'unknown',
        hint: `Cancel it, or take it back then: ${coming.map(({ hint }) => hint).join('; ')}`,
      },
    )
  }
  for (const { text, hint } of coming) session.output.note(`${text}; cancel it: ${hint}`)
  if (open.length === 0) session.output.note('nothing is left to revoke')
  return open
}

async function chooseApproval(session: Session, found: readonly OpenApproval[]): Promise<OpenApproval> {
  const rows = found.map((approval) => {
    const { chain, spender } = approval
    return [chain.key, approval.symbol ?? approval.token, allowedText(approval), printedAddress(spender)]
  })
  const { header, lines } = await layOutList(CHOICE_COLUMNS, rows, promptColumns(session) - BESIDE_LINE)
  const choices = found.map((approval, at) => ({
    value: approval,
    name: lines[at] ?? '',
    spoken: (rows[at] ?? []).join(', '),
    description: [printedAddress(approval.spender)],
  }))
  return choose(session, 'Which approval is taken back?', choices, header)
}

async function approvalsOn({ family, name }: PayChain): Promise<ApprovalTools> {
  const tools = await (await loadFamily(family)).loadApprovals?.()
  if (tools !== undefined) return tools
  throw new SwapError('WALLET_REFUSED', `There are no approvals on ${name}`, { reason: 'run' })
}

async function findUnrecorded(
  catalog: OpenedApprovals['catalog'],
  { address }: CurrentAccount,
  tokenText: string,
  spenderText: string,
): Promise<RecordedApproval | undefined> {
  const [chainText = '', text = ''] = tokenText.split(/:(.*)/s)
  const spender = checkAddress('evm', spenderText)
  if (text === '' || !spender.ok) return undefined
  const chain = await resolveChain(catalog, chainText)
  const assets = (await catalog.assets(chain.key)).filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
  const token = checkAddress('evm', assets.length === 1 ? (assets[0]?.address ?? '') : text)
  if (!token.ok) return undefined
  return {
    chainId: chain.chainId,
    owner: address,
    token: token.canonical,
    spender: spender.canonical,
    keeper: 'token',
    runs: [],
    provider: '',
    symbol: undefined,
    decimals: undefined,
  }
}

async function revoke(
  session: Session,
  place: OpenedApprovals & Required<Pick<RunContext, 'home' | 'goesOnDespite'>>,
  account: CurrentAccount,
  approval: OpenApproval,
  yes: boolean,
  options: SendingOptions,
): Promise<EndedSend | undefined> {
  const { documents, payChains, home } = place
  const { chain } = approval
  const tools = await approvalsOn(chain)
  const checked = await tools.checkRevocation(chain, approval, options)
  noteReview(session, approval, checked)
  if (yes && checked.refusal !== undefined) throw checked.refusal
  if (!yes) {
    if (!session.interactive) throw agreeBeforehand()
    if (!(await confirm(session, 'Sign and send it?'))) return undefined
  }
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

function noteReview({ output }: Session, approval: OpenApproval, { target, networkCost, refusal }: Revocation): void {
  const { chain } = approval
  noteQuestion(output, [
    ['sign on', `${chain.name} (chain id ${chain.chainId})`],
    ['from', printedAddress(approval.owner)],
    ['call', `approve of ${target}`],
    ['takes back', allowedText(approval)],
    ['of the token', `${approval.symbol ?? ''} ${approval.token}`.trim()],
    ['from spender', printedAddress(approval.spender)],
    ['network cost', `at most ${networkCost}`],
    ['warning', refusal?.message ?? ''],
  ])
}

async function report({ output }: Session, ended: readonly EndedSend[]): Promise<void> {
  if (output.json) {
    output.printJson({ data: ended.map(({ hash, description, end }) => ({ hash, description, ...end })) })
  } else {
    await output.table(
      ['ENDED', cuttable('WHAT'), 'HASH'],
      ended.map(({ hash, description, end }) => [end.state, description, 'hash' in end ? (end.hash ?? hash) : hash]),
    )
  }
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
