import { defined } from '../../core/defined.ts'
import { type Clean, clean, cleanText } from '../../core/text/clean-text.ts'
import { costSentence, isSwapError, type ErrorCode, type FundsState, SwapError } from '../../core/api/errors.ts'
import type { Paint } from './paint.ts'
import type { Loss, PaidTransaction } from './sink.ts'

/** What a person is told about the money. */
const FUNDS: Readonly<Record<FundsState, string>> = {
  untouched: 'Funds: nothing was sent.',
  unknown: 'Funds: it is not known whether they moved.',
  moved: 'Funds: they were sent.',
}

/** The next step for failures that do not name one. */
const NEXT_STEP: Partial<Record<ErrorCode, string>> = {
  QUOTE_EXPIRED: 'Quote and lock again: swapcli quote --help',
  PROVIDER_UNAVAILABLE: 'Quote again and choose another route: swapcli quote --help',
  RATE_LIMITED: 'Wait a little, then run the same command again',
  BAD_GATEWAY: 'Run the same command again, or leave the provider out: swapcli quote AMOUNT FROM TO --exclude KEY',
  SERVICE_UNAVAILABLE: 'Run the same command again; if it stays so: swapcli doctor',
  NOT_FOUND: 'See what there is: swapcli history',
  CONFIG_INVALID: 'See every setting and where it comes from: swapcli config list',
  OUTPUT_FAILED: 'Free some space, or print to another place, and run the same command again',
  STORE_UNUSABLE: 'Find out what is wrong with it: swapcli doctor',
  NO_ROUTE: 'See why: swapcli quote AMOUNT FROM TO --why',
  WALLET_REFUSED: 'Start a new swap: swapcli swap --help',
  OUTCOME_UNKNOWN: 'See and continue unfinished swaps: swapcli resume',
  SWAP_FAILED: 'See it in the history: swapcli history',
  INTERRUPTED: 'Run the same command again',
  TERMINATED: 'Run the same command again',
}

/** Exit code for any thrown value: that of its row in the error table, 1 for everything unexpected. */
export function exitCodeOf(error: unknown): number {
  return isSwapError(error) ? error.exitCode : 1
}

/** That data could not be written; after a payment it names what was paid, and does not look like a mere defect of this machine. */
export function lossError({ code, payments }: Loss): SwapError {
  const message = `Not all of the output could be written (${code})`
  const last = payments.at(-1)
  if (last === undefined) return new SwapError('OUTPUT_FAILED', message)
  const isPaid = payments.some(({ hash }) => hash !== undefined)
  const found = payments.map(paymentText).join('; ')
  return new SwapError(
    'OUTCOME_UNKNOWN',
    `${message}. What it was to report ${isPaid ? 'was' : 'may be'} paid: ${found}`,
    { funds: isPaid ? 'moved' : 'unknown', hint: findPayment(last) },
  )
}

function paymentText({ hash, runId, transactionId }: PaidTransaction): string {
  const names = [runId, transactionId].filter((name) => name !== undefined).join(', ')
  if (hash === undefined || names === '') return hash ?? names
  return `${hash} (${names})`
}

function findPayment({ runId, transactionId }: PaidTransaction): string {
  if (transactionId !== undefined) return `See what became of it: swapcli status ${transactionId}`
  return runId === undefined ? 'See what became of it: swapcli wallet approvals list' : `Go on: swapcli resume ${runId}`
}

/** The command line that failed. */
interface FailedLine {
  /** Words of its command, for the next step. */
  readonly command: string | undefined
  /** Puts its place into the commands of a text. */
  readonly namePlace: (text: string) => string
}

/** The failure in the error envelope of the API, with a next step, the state of the funds and the exit code beside it. */
export function problemDocument(error: unknown, { command, namePlace }: FailedLine): object {
  if (!isSwapError(error)) {
    const hint = namePlace(BUG_STEP)
    return { error: { code: 'INTERNAL_ERROR', message: bugMessage(error), hint, funds: 'unknown', exitCode: 1 } }
  }
  const { code, field, requestId, funds, retryAfterSec, exitCode } = error
  const message = error.server === undefined ? namePlace(error.message) : error.message
  const hint = namePlace(nextStep(error, command))
  return {
    error: {
      ...defined({ code, message, field, requestId, details: detailsOf(error) }),
      ...defined({ hint, serverHint: error.server?.hint, funds, retryAfterSec, exitCode }),
    },
  }
}

function detailsOf({ errors, reason, run }: SwapError): object | undefined {
  const details = defined({
    ...{ errors: orNone(errors), reason },
    ...{ runId: run?.id, transactions: orNone(run?.transactions) },
  })
  return Object.keys(details).length === 0 ? undefined : details
}

/** A list that has something. */
function orNone<T>(list: readonly T[] = []): readonly T[] | undefined {
  return list.length === 0 ? undefined : list
}

/** The failure for a person: what happened, where money was in play what is known about it, and one next step. */
export function problemLines(
  error: unknown,
  { command, namePlace }: FailedLine,
  movesMoney: boolean,
  paint: Paint,
): Clean[] {
  if (!isSwapError(error)) {
    const funds = movesMoney ? [cleanText(FUNDS.unknown)] : []
    return [
      clean`${paint.red(clean`This is a bug:`)} ${line(bugMessage(error))}`,
      ...funds,
      clean`Next: ${line(namePlace(BUG_STEP))}`,
    ]
  }
  const more = error.errors.slice(1).map((problem) => clean`  also: ${line(problem.message)}`)
  // What is not found has no funds that this program knows of: they may be sent elsewhere.
  const inPlay = movesMoney && error.code !== 'NOT_FOUND'
  const wait = error.retryAfterSec === undefined ? [] : [clean`Wait ${error.retryAfterSec} s before trying again.`]
  const isSaid = inPlay || error.funds !== 'untouched'
  const whole = isSaid ? withoutFunds(error, nextStep(error, command)) : nextStep(error, command)
  // How long has just been said.
  const step = wait.length === 0 ? whole : whole.replace(/^Wait a little, then run /, 'Run ')
  const sent = error.run?.transactions ?? []
  return [
    clean`${paint.red(clean`Error:`)} ${line(error.server === undefined ? namePlace(error.message) : `the server says: ${error.message}`)}`,
    ...more,
    ...(error.server?.hint === undefined ? [] : [clean`The server says: ${line(error.server.hint)}`]),
    ...(isSaid ? [fundsLine(error)] : []),
    ...sent.map(({ kind, hash }) => clean`  ${line(kind)} ${line(hash)}`),
    ...wait,
    clean`Next: ${paint.cyan(line(namePlace(step)))}`,
  ]
}

const BUG_STEP = 'See the details with SWAPCLI_DEBUG=1, and any unfinished swap with: swapcli resume'

function nextStep(error: SwapError, command: string | undefined): string {
  if (error.hint !== undefined) return error.hint
  // The same command would begin another swap beside the one that is still open.
  if (error.run !== undefined && error.retryable)
    return `Go on with this swap, so that it is paid once: swapcli resume ${error.run.id}`
  return NEXT_STEP[error.code] ?? `See how it is used: swapcli ${command === undefined ? '' : `${command} `}--help`
}

/** What is known about the money, and what approvals have cost where they moved none of it. */
function fundsLine({ funds, run }: SwapError): Clean {
  const sent = run?.transactions ?? []
  return funds === 'untouched' && sent.length > 0
    ? clean`Funds: ${line(costSentence(sent).replace(/^N/, 'n'))}`
    : cleanText(FUNDS[funds])
}

/** A next step without its own sentence about the funds, where a line above it has said so. */
function withoutFunds({ run, funds }: SwapError, step: string): string {
  const cost = funds === 'untouched' && run !== undefined ? costSentence(run.transactions) : undefined
  if (cost !== undefined && step.startsWith(cost)) return step.slice(cost.length).trimStart()
  return step.replace(/^Nothing (?:more )?was (?:sent|signed)(?: now)?\.\s+/, '')
}

function bugMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function line(text: string): Clean {
  return cleanText(text, 2000)
}
