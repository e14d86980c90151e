import type { RecordedApproval, Revocation } from '../../../../wallet/index.ts'
import { checkAddress } from '../../../../core/assets/address.ts'
import { resolveChain } from '../../../../core/assets/asset-reference.ts'
import { SwapError } from '../../../../core/api/errors.ts'
import { type CurrentAccount, requirePayer } from '../../../accounts/current-account.ts'
import { choose, confirm, goesOnDespite, promptColumns } from '../../../prompts.ts'
import { defineCommand, type FlagsOf } from '../../../command.ts'
import { type EndedSend, finishEarlierSends } from '../../../pay/earlier-sends.ts'
import { SEND_OPTIONS, sendingOptions } from '../../../pay/pay-options.ts'
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
  readNow,
  refuseUnread,
  unrecordedApproval,
} from '../../../accounts/approvals/recorded-approvals.ts'
import {
  type OpenApproval,
  openRevocations,
  requireRevoked,
  revocationFacts,
  revokeApproval,
} from '../../../accounts/approvals/revoke-approval.ts'
import { BESIDE_LINE, layOutList } from '../../../output/list-lines.ts'
import { noteQuestion, printedAddress } from '../../../views/question-lines.ts'
import type { Session } from '../../../session.ts'
import { cuttable } from '../../../output/table.ts'

/** Whose spender stands whole beneath the marked one. */
const CHOICE_COLUMNS = [
  { header: 'CHAIN', most: 12 },
  { header: 'TOKEN', most: 14 },
  { header: 'ALLOWED NOW', align: 'right' },
  { header: 'SPENDER', drop: 1 },
] as const

/** Options of everything that takes approvals back. */
export const REVOKE_OPTIONS = { ...APPROVALS_OPTIONS, ...SEND_OPTIONS } as const

/** First goes on with what was signed and is not settled, then takes back what the words name. */
export const approvalsRevoke = defineCommand({
  arguments: APPROVALS_FILTER,
  options: { all: { kind: 'switch', description: 'all approvals of the account' }, ...REVOKE_OPTIONS },
  examples: [
    'wallet approvals revoke USDC --network live',
    'wallet approvals revoke base:USDC 0x6fF5693b99212Da76ad316178A184AB56D299b43 --network live',
    'wallet approvals revoke --all --yes --network live',
  ],
  notes: 'An approval that no payment here made is named by chain:TOKEN and SPENDER.',
  movesMoney: true,
  run: (session, { filter }, flags) => revokeNamed(session, filter, flags),
})

/**
 * Goes on with what was signed and is not settled, then takes back what the words name, or what a person chooses.
 * @throws USAGE for what names nothing, WALLET_REFUSED SERVICE_UNAVAILABLE OUTCOME_UNKNOWN
 */
export async function revokeNamed(
  session: Session,
  words: readonly string[],
  flags: FlagsOf<typeof REVOKE_OPTIONS> & { readonly all: boolean },
): Promise<void> {
  const approvals = await openApprovals(session, flags, words)
  const ended = await finishEarlierSends(session, approvals)
  const isNamed = words.length > 0 || flags.all
  const isChosen = !isNamed && ended.length === 0
  if (isChosen && (!session.interactive || flags.yes)) {
    throw usage('Name the approvals to revoke, or add --all', 'List them: swapcli wallet approvals list')
  }
  if (isNamed || isChosen) {
    const account = await requirePayer(session, flags)
    const despite = goesOnDespite(session, flags.accept)
    const place = await openRevocations(session, approvals, account, sendingOptions(flags), despite)
    const found = await findNamed(session, approvals, account, words, flags.chain)
    for (const approval of isChosen && found.length > 0 ? [await chooseApproval(session, found)] : found) {
      const one = await revokeApproval(session, place, approval, (checked) =>
        agreeToRevoke(session, approval, checked, flags.yes),
      )
      if (one !== undefined) ended.push(one)
    }
  }
  await report(session, ended)
}

/**
 * What the words name and may still be taken; an approval that no run made is named by `chain:TOKEN` and SPENDER, or by TOKEN
 * and SPENDER where one chain was asked for.
 */
async function findNamed(
  session: Session,
  approvals: OpenedApprovals,
  account: CurrentAccount,
  words: readonly string[],
  chains: readonly string[],
): Promise<readonly OpenApproval[]> {
  const { catalog, recorded } = approvals
  const named = recorded.filter((approval) => approval.owner === account.address && fits(words, approval))
  const [token, spender] = words
  const other =
    named.length === 0 && token !== undefined && spender !== undefined && words.length === 2
      ? await findUnrecorded(catalog, account, onOneChain(token, chains), spender)
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

function onOneChain(token: string, chains: readonly string[]): string {
  const [only] = chains
  return token.includes(':') || only === undefined || chains.length > 1 ? token : `${only}:${token}`
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
  return unrecordedApproval({
    chainId: chain.chainId,
    owner: address,
    token: token.canonical,
    spender: spender.canonical,
    keeper: 'token',
  })
}

/** @throws the refusal of what is agreed to beforehand, USAGE where nobody can be asked */
async function agreeToRevoke(
  session: Session,
  approval: OpenApproval,
  checked: Revocation,
  yes: boolean,
): Promise<boolean> {
  noteQuestion(session.output, revocationFacts(approval, checked))
  if (yes && checked.refusal !== undefined) throw checked.refusal
  if (yes) return true
  if (!session.interactive) throw agreeBeforehand()
  return confirm(session, 'Sign and send it?')
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
  requireRevoked(ended)
}
