import { readAmount } from '../../core/api/answers.ts'
import { type SpentAsset, readTypedAmount } from '../../core/money/amount-share.ts'
import { defined } from '../../core/defined.ts'
import { askPayer, askRecipient, type PayerValues } from '../accounts/ask-wallets.ts'
import type { ReadBalances } from '../accounts/held-balances.ts'
import type { MissingAnswers } from '../command.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import { askText } from '../prompts.ts'
import type { OpenedService, Session } from '../session.ts'
import { openToLock, openToQuote } from './server-network.ts'
import { type AskedAsset, askAsset } from './ask-asset.ts'
import { formatAmountForPeople, groupThousands } from '../../core/money/amount.ts'

/** Who pays and is paid, as far as the command line says so. */
interface Parties {
  readonly depositor?: string | undefined
  readonly recipient?: string | undefined
}

/** Asks for what is missing of a pair and its amount. */
export async function askPair(session: Session, words: readonly string[]): Promise<MissingAnswers> {
  const opened = await openToQuote(withoutNotes(session))
  const { amount, from, to } = await askPairOf(session, opened, words, async () =>
    openBalances(session, opened, undefined, undefined),
  )
  return { words: [amount, from.word, to.word], values: {} }
}

/** The same with who pays, where that is not known, and who is paid. */
export async function askSwap(
  session: Session,
  words: readonly string[],
  flags: SignerFlags & Parties,
): Promise<MissingAnswers> {
  let payer: PayerValues = {}
  const opened = await openToLock(withoutNotes(session))
  const { amount, from, to } = await askPairOf(session, opened, words, async ({ named: { chain } }) => {
    if (flags.depositor === undefined) payer = await askPayer(session, flags, chain)
    return openBalances(session, opened, flags.depositor ?? payer.depositor, payer.wallet ?? flags.wallet)
  })
  const signer = { ...flags, ...payer }
  const recipient = flags.recipient === undefined ? await askRecipient(session, signer, to.named.chain) : undefined
  return { words: [amount, from.word, to.word], values: { ...payer, ...defined({ recipient }) } }
}

/** The command itself says what is to be noted, once all is known. */
function withoutNotes(session: Session): Session {
  return { ...session, output: { ...session.output, note: () => undefined } }
}

/** Asks in the order in which an answer helps with the next question. @param balancesFor of whoever pays for this asset */
async function askPairOf(
  session: Session,
  opened: OpenedService,
  [amount = '', from = '', to = '']: readonly string[],
  balancesFor: (from: AskedAsset) => Promise<ReadBalances>,
) {
  const source = await askAsset(session, opened, {
    ...{ field: 'from', question: 'Which asset do you send?', typed: from },
    balances: openBalances(session, opened, undefined, undefined),
  })
  const balances = await balancesFor(source)
  const sent = await askAmount(session, source, amount, balances)
  for (let typed = to; ; typed = '') {
    const target = await askAsset(session, opened, {
      ...{ field: 'to', question: 'Which asset do you want?', typed, balances },
    })
    if (target.named.label !== source.named.label) return { amount: sent, from: source, to: target }
    session.output.note('Choose another asset than the one you send')
  }
}

/** The amount that was typed, else one that is asked for: the question stays until there is one. */
async function askAmount(
  session: Session,
  { named: { chain, asset } }: AskedAsset,
  typed: string,
  balances: ReadBalances,
): Promise<string> {
  const { symbol, decimals, isNative, address } = asset
  // Paper is printed where a swap takes more than there is, and pays no network.
  const isPaper = session.network === 'sandbox'
  const [held] = decimals === undefined ? [] : await balances(chain.key, [{ address, isNative, decimals }])
  const text = typeof held === 'string' ? held : undefined
  const holding: SpentAsset = {
    ...{ symbol, decimals, paysFees: isNative && !isPaper, isLimit: !isPaper },
    balance: text === undefined ? undefined : readAmount(text, decimals),
  }
  if (typeof held === 'object') session.output.note(`the balance of ${symbol} is not known: ${held.reason}`)
  if (typed !== '') {
    const read = readTypedAmount(typed, holding)
    if (read.ok) return noteLack(session, read.amount, holding)
    session.output.note(read.problem)
  }
  const have =
    text === undefined || holding.balance === undefined
      ? ''
      : ` of ${groupThousands(text)}${holding.balance === 0n ? '' : `; a number, 50%${holding.paysFees ? '' : ' or max'}`}`
  const answer = await askText(session, `How much ${symbol}${have}?`, (each) => {
    const read = readTypedAmount(each, holding)
    return read.ok ? undefined : read.problem
  })
  const read = readTypedAmount(answer, holding)
  if (!read.ok) throw new Error('an answer is an amount')
  return noteLack(session, read.amount, holding)
}

/** The amount; says where it is more than there is, which nobody else does where more can be sent. */
function noteLack(session: Session, amount: string, { balance, decimals, symbol }: SpentAsset): string {
  const units = readAmount(amount, decimals)
  if (balance !== undefined && decimals !== undefined && units !== undefined && units > balance) {
    session.output.note(`more than the balance of ${formatAmountForPeople(balance, decimals)} ${symbol}`)
  }
  return amount
}

/** Balances of an address, else of an account, else of the one in use; on the sandbox of the paper wallet. */
function openBalances(
  session: Session,
  opened: OpenedService,
  address: string | undefined,
  wallet: string | undefined,
): ReadBalances {
  const open = async () => {
    const { heldBalances, paperBalances } = await import('../accounts/held-balances.ts')
    if (session.network === 'sandbox') return paperBalances(opened, () => session.clock.now())
    const { accountInUse } = await import('../accounts/account-in-use.ts')
    return heldBalances(session, async () => address ?? (await accountInUse(session, wallet))?.address)
  }
  let reader: Promise<ReadBalances> | undefined
  return async (...asked) => (await (reader ??= open()))(...asked)
}
