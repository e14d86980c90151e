import { defined } from '../../../core/defined.ts'
import { readSetting, type SettingKey } from '../../../io/index.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import { duration } from '../../../core/text/duration.ts'
import type { SwapLoss } from '../../../core/money/loss.ts'
import { readTerms } from '../../../core/api/answers.ts'
import { describeBacking, endsOf } from '../../../core/assets/backing-text.ts'
import { contactOfKey } from '../../../core/assets/contact-name.ts'
import { imitatedName, imitationText } from '../../../core/assets/imitated-address.ts'
import { isKeptFor } from '../../../core/assets/kept-contact.ts'
import { keyFor } from '../../bindings.ts'
import type { Route } from '../../../core/api/documents.ts'
import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import type { SwapService } from '../../../core/api/service.ts'
import {
  continueRun,
  describeHome,
  describeStanding,
  endLock,
  isPaidBy,
  isTakeUpDoubt,
  leaveTurn,
  newRun,
  ofOtherServer,
  type NewRun,
  replacePayment,
  type SwapRun,
  refusalFor,
  ofOpenPayment,
  pastRecipients,
  type RunJournal,
  ofStandingConsent,
  revokeConsent,
  verifyBeginning,
  type ConfirmName,
} from '../../../wallet/index.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { ReadDecimals, TuiRuns, WalletAsks } from '../../context.ts'
import { changedSettings, lookAtSettings, refreshSettings } from '../../kit/fresh-settings.ts'
import { movedContactText } from '../../kit/run/contact-of.ts'
import { agreementMs, openRuns } from '../../kit/run/open-runs.ts'
import type { PendingAnswers } from '../../kit/run/pending-answers.ts'
import type { Problem } from '../../problem.ts'
import { continuingText, linesOfRun, resumeCommand } from '../../kit/run/scrollback-lines.ts'
import type { EffectIo } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { problemOf } from '../../problem.ts'
import { factsOfRun, type RunFacts } from '../../kit/run/run-facts.ts'
import type { AfterTerms, Answer, ReviewEffects, ReviewEvent } from './state.ts'
import { reportsOf } from './job-reports.ts'
import { type AskedSwap, referenceOf } from '../../kit/run/swap-asset.ts'

/*
 * A run as an effect: its questions and progress become events, and it waits for answers. Whatever happens to the
 * screens, every step is in the journal before it is shown.
 */

/** Begins a run of a route: it is noted, locked and asked about. */
export async function beginRun(id: number, route: Route, asked: AskedSwap, io: ReviewIo): Promise<void> {
  return driveRun({ id, isBegun: true }, io, async (runs, signal) => {
    const { journal, wallet } = runs
    await verifyBeginning(runs)
    await verifySettings(asked, io)
    const ends = await io.context.decimals?.(asked.from, asked.to)
    const past = await imitatedPast(journal, asked.request.recipient)
    const notes = [asked.payee?.note ?? '', ...past, ...(ends?.unread ?? [])].filter((note) => note !== '')
    io.dispatch({ on: 'review', type: 'notes', id, notes: notes.map((note) => cleanText(note, 300)) })
    await confirmPayee(asked, io, nameAsks(id, io, signal))
    return journal.create(await runOf(route, asked, wallet, ends, io))
  })
}

/** That a recipient only begins and ends like one that was paid before, as sentences. */
async function imitatedPast(journal: RunJournal, recipient: string | undefined): Promise<readonly string[]> {
  if (recipient === undefined) return []
  const imitated = imitatedName(recipient, await pastRecipients(journal))
  return imitated === undefined ? [] : [`The recipient ${imitationText(imitated)}`]
}

/** Continues a run of the journal. */
export async function resumeRun({ id, runId, after }: ReviewEffects['continue'], io: ReviewIo): Promise<void> {
  return driveRun({ id, after }, io, (runs) => storedRun(runId, runs, io))
}

/** Signs another version of the transaction that a run waits for, and continues the run. */
export async function replaceAndResume(
  { id, runId, how, after }: ReviewEffects['replace'],
  io: ReviewIo,
): Promise<void> {
  return driveRun({ id, after }, io, async (runs) => replacePayment(runs, await storedRun(runId, runs, io), how))
}

/** What work on a run is done with. */
export interface ReviewIo extends EffectIo<ReviewEvent> {
  readonly answers: PendingAnswers<Answer>
}

/** Name of a try of a swap: of its work, and of what that waits for. */
export function tryName(id: number): string {
  return `run ${id}`
}

/** A try of a swap. */
interface Try {
  readonly id: number
  /** Id of the one that it takes over from. */
  readonly after?: number | undefined
  /** True where this process makes the run. */
  readonly isBegun?: boolean
}

/** The user asked to lock again after the lock expired. */
class LockAgain extends Error {}

/** What was agreed to has become something else, which only the command line accepts. */
class TakenUp extends SwapError {}

function ofTakenUp(error: SwapError, id: string, { context }: ReviewIo): TakenUp {
  const { accept = [], reason } = error
  const hint = `Nothing was signed now. Go on all the same: ${resumeCommand(id, context.place)} --yes ${accept.join(' ')}`
  return new TakenUp('WALLET_REFUSED', error.message, { reason, hint, cause: error })
}

async function driveRun(
  { id, after, isBegun = false }: Try,
  io: ReviewIo,
  start: (runs: TuiRuns, signal: AbortSignal) => Promise<SwapRun>,
): Promise<void> {
  const { context } = io
  const { namePlace: nameCommands = (text: string) => text } = context
  const signal = io.begin(tryName(id))
  if (after !== undefined) {
    // It writes its last step first.
    io.cancel(tryName(after))
    await io.whenSettled(tryName(after))
  }
  const speed = sandboxSpeed(context)
  let inHand: RunFacts | undefined
  const report = (event: ReviewEvent) => {
    if ('run' in event) inHand = event.run ?? inHand
    for (const each of reportsOf(event, inHand, signal.aborted, speed)) io.dispatch(each)
  }
  const tell = (event: ReviewEvent) => {
    io.dispatch(event)
    report(event)
  }
  const asks = walletAsks(id, io, signal, tell, () => {
    if (inHand !== undefined) report({ on: 'review', type: 'progress', id, run: inHand })
  })
  let run: SwapRun | undefined
  let wallet: TuiRuns['wallet']
  let left: readonly string[] = []
  let standing: TuiRuns['standing']
  const factsOf = (one: SwapRun) => factsOfRun(one, standing)
  let leave: (() => Promise<void>) | undefined
  try {
    const [{ service, catalog }, runs] = await Promise.all([io.openService(), openRuns(io.context, asks)])
    const { journal, values, home } = runs
    wallet = runs.wallet
    standing = isBegun ? undefined : runs.standing
    let valued: SwapLoss | undefined
    const assess = async (locked: SwapRun) => {
      valued = locked.lock === undefined ? undefined : await values?.assess(locked, locked.lock.terms)
      return valued
    }
    // Who is paid is held against the address book of then before anything is signed.
    if (!isBegun) await lookAtSettings(io)
    run = await start(runs, signal)
    const runId = run.id
    const turn = runs.turnOf?.(runId)
    leave = async () => turn && leaveTurn(turn, journal, runId)
    io.printAtEnd(runId, async () => {
      const stored = await journal.get(runId)
      return stored === undefined ? [] : [...linesOfRun(stored, context.place, context.words, standing), ...left]
    })
    context.notePayment?.(run)
    tell({ on: 'review', type: 'progress', id, run: factsOf(run) })
    let misses = 0
    for (let isEnded = false; !isEnded;) {
      try {
        run = await continueRun(
          {
            service,
            journal,
            wallet,
            signal,
            now: () => context.clock.now(),
            ...defined({ checkpoint: context.checkpoint, home, turn }),
            isBegun,
            agreementMs: agreementMs(io.settings()),
            verifyLock: async (locked) => {
              const loss = await assess(locked)
              if (locked.lock !== undefined && loss !== undefined) values?.check(locked, locked.lock.terms, loss)
            },
            verifyAgreed: async (agreed) => {
              const loss = await assess(agreed)
              if (agreed.lock === undefined || loss === undefined) return true
              try {
                values?.check(agreed, agreed.lock.terms, loss)
                return true
              } catch (error) {
                throw isSwapError(error) ? ofTakenUp(error, agreed.id, io) : error
              }
            },
            review: async (locked) => {
              const [loss, next] = [await assess(locked), afterTerms(locked, wallet)]
              const backing = await describeBacking(
                catalog,
                endsOf(locked.request, locked.source.symbol, locked.target?.symbol),
              )
              const told = { run: factsOf(locked), next, backing, ...defined({ loss }) }
              const ask = () => tell({ on: 'review', type: 'terms', id, ...told })
              const answer = await answerUnder(locked, ask, { id, io, signal })
              if (answer === 'lock-again') throw new LockAgain()
              return answer === 'yes'
            },
            reviewPayment: async (executed, review) => {
              const told = { run: factsOf(executed), review: cleanDocument(review), ...defined({ loss: valued }) }
              const ask = () => tell({ on: 'review', type: 'payment', id, ...told })
              return (await answerUnder(executed, ask, { id, io, signal })) === 'yes'
            },
            onProgress: (progress) => {
              misses = 0
              context.notePayment?.(progress)
              tell({ on: 'review', type: 'progress', id, run: factsOf(progress) })
            },
          },
          run,
        )
        isEnded = true
      } catch (error) {
        const stored: SwapRun = (await journal.get(runId)) ?? run
        if (error instanceof LockAgain) {
          run = await endLock(journal, stored, context.clock.now())
          continue
        }
        const why = signal.aborted ? undefined : unreadStatus(error, stored)
        if (why === undefined) throw error
        run = stored
        const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** misses)
        misses += 1
        const text = `${cleanText(problemOf(error).message, 300)}. It is asked again in ${duration(pauseMs / 1000)}`
        tell({ on: 'review', type: 'waiting', id, text, doing: 'an answer' })
        await context.clock.sleep(pauseMs, signal).catch(() => undefined)
      }
    }
    const problem = run.transaction === undefined ? undefined : context.words?.failure(run.transaction, run.lock?.terms)
    tell({ on: 'review', type: 'ended', id, run: factsOf(run), problem })
    left = (await describeStanding(wallet, run)).map((text) => cleanText(nameCommands(text), 1000))
  } catch (error) {
    if (!isExpected(error, signal)) throw error
    const told = run === undefined ? error : await ofServer(await forgetAgreement(run, error, io, isBegun), run, io)
    const stored = run === undefined ? undefined : await storedOrLast(run, io)
    tell({
      on: 'review',
      type: 'stopped',
      id,
      run: stored === undefined ? undefined : factsOf(stored),
      problem: told === error ? stoppedProblem(error, stored, io) : openProblem(told, run, io),
      isAway: context.place.api !== undefined && isSwapError(error) && error.code === 'SERVICE_UNAVAILABLE',
    })
  } finally {
    await leave?.()
    wallet?.forget?.()
  }
}

/** Pauses before a swap on its way is asked about again whose status could not be read: the first one, and the longest, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [5_000, 60_000]

/** Why the status of a swap on its way could not be read, where it may be read later; undefined where that is not what failed. */
function unreadStatus(error: unknown, { step }: SwapRun): SwapError | undefined {
  if (step !== 'tracked' || !isSwapError(error) || error.code !== 'OUTCOME_UNKNOWN') return undefined
  let why: unknown = error
  while (isSwapError(why) && why.code === 'OUTCOME_UNKNOWN') why = why.cause
  return isSwapError(why) && why.retryable ? why : undefined
}

/** How many times faster than estimated the sandbox of this process settles; 1 where it is another one's, or real. */
function sandboxSpeed({ place, settings }: ReviewIo['context']): number {
  if (place.network !== 'sandbox' || place.api !== undefined) return 1
  // As the service was opened with it: a change holds from the next opening on.
  return readSetting('sandbox-speed', settings.values['sandbox-speed'])
}

function afterTerms(run: SwapRun, wallet: TuiRuns['wallet']): AfterTerms {
  if (!isPaidBy(run, wallet)) return 'you-pay'
  return wallet?.review === undefined ? 'pays' : 'asks'
}

/** True for errors that are not bugs: coded errors, and anything that follows from leaving. */
function isExpected(error: unknown, signal: AbortSignal): boolean {
  return isSwapError(error) || signal.aborted
}

function stoppedProblem(error: unknown, run: SwapRun | undefined, io: ReviewIo): Problem {
  const problem = problemOf(error)
  const isOpen = run !== undefined && run.step !== 'closed' && run.step !== 'final'
  // Only the command line accepts these.
  if (error instanceof TakenUp || (isSwapError(error) && isTakeUpDoubt(error))) return problem
  // It would be refused again.
  if (run !== undefined && factsOfRun(run).isLockRefused) return problem
  return isOpen ? { ...problem, hint: goOnHint(run, io) } : problem
}

/** How a run goes on, by the key or a command. */
function goOnHint({ id }: SwapRun, { context, bindings }: ReviewIo): string {
  return continuingText(id, context.place, keyFor({ bindings: bindings() }, 'continue', 'c'))
}

/** A failure that leaves open whether its run is paid, with its own next step, which names the run. */
function openProblem(error: unknown, run: SwapRun | undefined, io: ReviewIo): Problem {
  const { place } = io.context
  const problem = problemOf(error)
  if (run === undefined) return problem
  if (place.isTour === true) return { ...problem, hint: goOnHint(run, io) }
  const hint = problem.hint?.replaceAll(`swapcli resume ${run.id}`, resumeCommand(run.id, place))
  return { ...problem, hint }
}

/** Revokes the consent to a failed run. @returns the failure that the user must see, also where that fails */
async function forgetAgreement({ id }: SwapRun, error: unknown, io: ReviewIo, isBegun: boolean): Promise<unknown> {
  try {
    const { journal } = await openRuns(io.context)
    const revoked = await revokeConsent(journal, id, error, { isBegun })
    return revoked === undefined ? ofOpenPayment(error, await journal.get(id)) : error
  } catch (failure) {
    if (!isSwapError(failure)) throw failure
    return ofStandingConsent(error, id)
  }
}

/** What a server that does not know the run is, where that is not the one that it was begun with. */
function ofServer(error: unknown, run: SwapRun, io: ReviewIo): Promise<unknown> {
  const sources: SwapService['sources'] = async (query) => (await io.openService()).service.sources(query)
  return ofOtherServer(error, run, { service: { sources }, network: io.context.place.network })
}

async function storedOrLast(run: SwapRun, io: ReviewIo): Promise<SwapRun> {
  try {
    return (await (await openRuns(io.context)).journal.get(run.id)) ?? run
  } catch (error) {
    if (isSwapError(error)) return run
    throw error
  }
}

async function storedRun(runId: string, { journal, standing }: TuiRuns, { context }: ReviewIo): Promise<SwapRun> {
  const run = await journal.get(runId)
  if (run === undefined) {
    const remark = standing === undefined ? undefined : describeHome(standing, false)
    const text = `There is no run ${runId} on this network${remark === undefined ? '' : `. ${remark}`}`
    throw new SwapError('NOT_FOUND', text, {
      funds: remark === undefined ? 'untouched' : 'unknown',
      hint: 'List them: swapcli resume --list',
    })
  }
  if (run.api === context.place.api) return run
  throw new SwapError('WALLET_REFUSED', `The run ${runId} goes through ${run.api ?? 'the service of this machine'}`, {
    reason: 'run',
    funds: 'unknown',
    hint: `Continue it there: ${resumeCommand(runId, { ...context.place, api: run.api })}`,
  })
}

/** The answer to a question, which is asked again where the settings that it goes by were changed elsewhere meanwhile. */
async function answerUnder(
  { recipientName, request: { recipient = '', recipientMemo: memo } }: SwapRun,
  ask: () => void,
  { id, io, signal }: { readonly id: number; readonly io: ReviewIo; readonly signal: AbortSignal },
): Promise<Answer> {
  for (;;) {
    ask()
    const answer = await answerOf(id, io, signal)
    if (answer === 'no') return answer
    const changed = await readSettings(io, 'sent')
    const moved = movedContactText(io.settings(), recipientName, { address: recipient, memo })
    if (moved === undefined && !changed.some(isAskedBy)) return answer
    io.dispatch(noticeEvent('bad', moved ?? 'the settings were changed elsewhere: this is asked again'))
  }
}

/** True for a setting that a question about a payment goes by. */
function isAskedBy(key: SettingKey): boolean {
  return key === 'confirm-above' || contactOfKey(key) !== undefined
}

/** True for a setting that decides who pays, who is paid, and what may be lost on the way. */
function isLockedBy(key: SettingKey): boolean {
  return key === 'wallet' || key === 'slippage' || key.startsWith('recipient.') || key.startsWith('depositor.')
}

/**
 * Refuses a swap that was asked for under other settings than those of now. @throws WALLET_REFUSED; CONFIG_INVALID where they cannot
 * be read
 */
async function verifySettings({ payee, request, settings }: AskedSwap, io: ReviewIo): Promise<void> {
  await readSettings(io, 'locked')
  const { recipient: address = '', recipientMemo: memo } = request
  const moved = movedContactText(io.settings(), payee?.name, { address, memo })
  if (moved !== undefined) {
    throw refusalFor('name', moved, 'Nothing was locked. Swap (1) asks for routes to the other address')
  }
  const now = io.settings()
  // The memo that is paid with may have been kept meanwhile.
  const isMeant = (key: SettingKey) => key.startsWith('recipient.') && isKeptFor(now[key] ?? '', { address, memo })
  const changed = changedSettings(settings ?? now, now).filter((key) => isLockedBy(key) && !isMeant(key))
  if (changed.length === 0) return
  const text = `The settings were changed since this was quoted: ${changed.join(', ')}`
  throw refusalFor('account', text, 'Nothing was locked. Swap (1) asks for routes under those of now')
}

/** Reads the settings once more before something is done. @throws CONFIG_INVALID */
async function readSettings(io: ReviewIo, done: 'locked' | 'sent'): Promise<readonly SettingKey[]> {
  try {
    return await refreshSettings(io)
  } catch (error) {
    if (!isSwapError(error)) throw error
    const text = `Nothing was ${done}: the address book and the limits may have changed, and cannot be read. ${error.message}`
    throw new SwapError('CONFIG_INVALID', text, { ...defined({ hint: error.hint }), cause: error })
  }
}

async function answerOf(id: number, io: ReviewIo, signal: AbortSignal): Promise<Answer> {
  try {
    return await io.answers.wait(tryName(id), signal)
  } catch (cause) {
    throw new SwapError('INTERRUPTED', 'Left at a question', { cause })
  }
}

/** @param answered called once a question has its answer, and the run goes on by itself */
function walletAsks(
  id: number,
  io: ReviewIo,
  signal: AbortSignal,
  tell: (event: ReviewEvent) => void,
  answered: () => void,
): WalletAsks {
  return {
    password: async (account, attempt) => {
      tell({ on: 'review', type: 'password', id, account: cleanText(account), attempt })
      const answer = await answerOf(id, io, signal)
      answered()
      if (typeof answer === 'object') return answer.password
      throw new SwapError('WALLET_REFUSED', 'No password was given; nothing was signed', { reason: 'password' })
    },
    device: (text) => tell({ on: 'review', type: 'device', id, text: cleanText(text) }),
    waiting: (text, doing) => tell({ on: 'review', type: 'waiting', id, text: cleanText(text), doing }),
  }
}

function nameAsks(id: number, io: ReviewIo, signal: AbortSignal): ConfirmName {
  return async ({ name, address }, doubt) => {
    const shown = { name: cleanText(name, 256), address: cleanText(address, 256), doubt: cleanText(doubt, 300) }
    io.dispatch({ on: 'review', type: 'name', id, ...shown })
    return (await answerOf(id, io, signal)) === 'yes'
  }
}

/** A doubtful name is looked up once more, and taken only where a person confirms what was quoted for. @throws WALLET_REFUSED */
async function confirmPayee({ payee, request, to }: AskedSwap, { context }: ReviewIo, ask: ConfirmName): Promise<void> {
  if (payee?.isDoubtful !== true) return
  const found = await context.accounts?.('recipient', { key: to.chain, addressFamily: to.addressFamily }, ask)
  if (found !== undefined && found.address === request.recipient) return
  throw refusalFor(
    'name',
    `${payee.name} means another address now than when it was quoted for`,
    'Nothing was locked. Quote again',
  )
}

const PARTY_DOES = { depositor: 'pays', recipient: 'is paid' } as const

/** What a run of this route starts from. @throws WALLET_REFUSED when it is not known who pays or who is paid */
async function runOf(
  route: Route,
  { request, from, to, payee, peers }: AskedSwap,
  wallet: TuiRuns['wallet'],
  ends: ReadDecimals | undefined,
  { context }: ReviewIo,
): Promise<NewRun> {
  const resolveParty = async (role: 'depositor' | 'recipient', given: string | undefined, asset: AskedSwap['from']) => {
    const chain = { key: asset.chain, addressFamily: asset.addressFamily }
    const address = given ?? (await context.accounts?.(role, chain))?.address ?? wallet?.address(asset.addressFamily)
    if (address !== undefined) return address
    const keeps = `Settings (6) keeps an address as ${role}.${asset.chain}`
    const makes = asset.addressFamily === 'evm' ? 'Balances (7) makes, imports or watches an account; ' : ''
    throw new SwapError('WALLET_REFUSED', `Nobody is known who ${PARTY_DOES[role]} on ${asset.chainName}`, {
      reason: 'account',
      hint: `${makes}${keeps}`,
    })
  }
  const { src, dst } = ends ?? { src: from.decimals, dst: to.decimals }
  const side = (asset: AskedSwap['from']) => ({ ...asset, reference: referenceOf(asset) })
  const run = newRun({
    api: context.place.api,
    from: side({ ...from, decimals: src }),
    to: side({ ...to, decimals: dst }),
    terms: readTerms('route', route, { src, dst }),
    lock: {
      ...request,
      depositor: await resolveParty('depositor', request.depositor, from),
      recipient: await resolveParty('recipient', request.recipient, to),
      provider: route.provider,
      routeId: route.routeId,
    },
    unattended: false,
    bounds: defined({ peers: peers === undefined ? undefined : [...peers] }),
  })
  return { ...run, ...defined({ recipientName: payee?.name }) }
}
