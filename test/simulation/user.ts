import type { SwapService } from '../../src/core/api/service.ts'
import type { StatusTransaction } from '../../src/core/api/documents.ts'
import { readTerms } from '../../src/core/api/answers.ts'
import { larger } from '../../src/core/money/larger.ts'
import type { SwapRun } from '../../src/wallet/run/journal.ts'
import { isBeforePayment } from '../../src/wallet/run/steps.ts'
import { DAI, USDC } from './market.ts'
import type { Intent } from './oracle.ts'
import type { Command } from './program.ts'
import { falseOutcomes } from './told-outcomes.ts'
import { mayBePaid, OWNER, type World } from './world.ts'

/* Who sits before a command: he reads what it tells, which the judge holds the program to, and answers what it asks. */

/** Reads and answers. */
export interface Reader {
  /** A run has taken a step. */
  hear(run: SwapRun): void
  /** The terms of a run are shown. */
  see(run: SwapRun): void
  /** A line for people. */
  read(line: string): void
  /** A document for programs. */
  print(document: unknown): void
  /** @throws as a prompt that is left */
  answer(question: string, signal: AbortSignal): Promise<boolean>
  /** The service whose quotes are read. */
  watch(service: SwapService): SwapService
}

/** What a history shows of a transaction. */
type HistoryEntry = Pick<StatusTransaction, 'id' | 'status'>

/** A run at its end, as `--json` prints it. */
export interface PrintedRun {
  readonly run: SwapRun
}

/** What a command prints as JSON: a run, those that were brought on, or a page of the history. */
interface PrintedDocument {
  readonly data: PrintedRun | readonly (PrintedRun | HistoryEntry)[]
}

/** How long what was agreed to holds, as the program has it by default. */
const AGREED_MS = 15 * 60_000
/** Longest time until a question is answered, in milliseconds. */
const THINKING_MS = 20_000

/** What the user wants with a run. */
export function intentOf({ oracle }: World, { request }: Pick<SwapRun, 'request'>): Intent | undefined {
  return oracle.intents.find(({ units }) => request.amount === (units / 10n ** 6n).toString())
}

/** What stands beside the name of a run, where it is taken up. */
function describedRun({ machine }: Command, id: string): Pick<SwapRun, 'request' | 'step' | 'payment'> | undefined {
  const { text } = machine.files.wallet.tables.documents.get(`run:${id}`) ?? {}
  return text === undefined ? undefined : (JSON.parse(text) as { readonly run: SwapRun }).run
}

/** @param wanted what a new swap is for; undefined where runs are taken up */
export function createReader(command: Command, wanted?: Intent): Reader {
  const { world, machine, process, yes, looks = false } = command
  const { oracle, dice } = world
  const isNew = wanted !== undefined
  const intents = new Map<string, Intent>()
  /** The step of each run that was heard of last. */
  const steps = new Map<string, SwapRun['step']>()
  /** The run that is brought on. */
  let current = ''
  let shown: SwapRun | undefined
  let warning = ''
  const note = (text: string) => world.note(process, text)
  const noteYes = (id: string) => void intents.get(id)?.agreedMs.set(id, world.kernel.now())
  const begin = (id: string) => {
    current = id
    const described = describedRun(command, id)
    if (described !== undefined) steps.set(id, described.step)
    const intent = wanted ?? (described === undefined ? undefined : intentOf(world, described))
    if (intent !== undefined) intents.set(id, intent)
    if (wanted !== undefined) {
      wanted.run = id
      oracle.acknowledge({ kind: 'run', machine, file: 'wallet', id, value: '' })
      note(`swap ${wanted.id} of ${wanted.units / 10n ** 6n} USDC is ${id}${yes ? ', agreed to beforehand' : ''}`)
    } else if (yes) intent?.promised.delete(id)
    // Who says yes again agrees within the bounds of the run, whatever a lock has promised meanwhile.
    if (yes) noteYes(id)
  }
  const hear = (run: SwapRun) => {
    const { id, lock, transactionId, payment, transaction } = run
    const intent = intents.get(id) ?? intentOf(world, run)
    if (intent !== undefined) intents.set(id, intent)
    if (isNew && intent?.least.has(id) === false) {
      intent.least.set(id, run.leastOut ?? 0n)
      if (yes) intent.promised.set(id, run.leastOut ?? 0n)
    }
    const place = run.api === undefined ? machine : world.server
    const isSignedNow = run.step === 'signed' && steps.get(id) === 'executed'
    steps.set(id, run.step)
    if (yes && isBeforePayment(run)) noteYes(id)
    const promised = intent?.promised.get(id)
    if (promised !== undefined && run.step === 'executing')
      intent?.promised.set(id, larger(promised, lock?.terms.minimumOut ?? 0n))
    world.onProgress(process, run)
    note(describeRun(run))
    for (const what of falseOutcomes(world.chain, run)) oracle.complain(what)
    if (run.step === 'closed' && run.closedAs !== undefined && UNPAID.has(run.closedAs))
      oracle.acknowledge({ kind: 'unpaid', machine, file: 'wallet', id, value: run.closedAs })
    if (run.step === 'quoted') world.count(`locks anew${run.unattended === true ? ' unasked' : ''}`)
    if (lock !== undefined)
      oracle.acknowledge({ kind: 'lock', machine: place, file: 'store', id: lock.lockId, value: '' })
    if (transactionId === undefined) return
    oracle.acknowledge({ kind: 'transaction', machine: place, file: 'store', id: transactionId, value: '' })
    if (payment !== undefined) {
      oracle.acknowledge({ kind: 'payment', machine, file: 'wallet', id, value: payment.hash })
      const hashes = [payment.hash, ...(payment.replaced ?? []).map(({ hash }) => hash)]
      if (payment.last !== false) {
        oracle.paidBy(id, hashes)
        const agreedMs = intent?.agreedMs.get(id)
        // Whoever began it, or says yes now, is there.
        const signedMs = isSignedNow && !isNew && !yes ? world.kernel.now() : undefined
        for (const actMs of [lock === undefined ? undefined : Date.parse(lock.expiresAt) - world.lockTtlMs, signedMs]) {
          const late = minutesLate(world, actMs, agreedMs)
          if (late !== undefined) intent?.late.set(id, late)
        }
      }
      // Of what was replaced, another version may have been mined.
      const mined = hashes.find((hash) => hash === transaction?.inboundHash) ?? payment.hash
      const isTracked = run.step === 'tracked' || run.step === 'final'
      if (isTracked)
        oracle.acknowledge({ kind: 'tracked', machine: place, file: 'store', id: transactionId, value: mined })
    }
    if (run.step === 'final' && transaction !== undefined) {
      oracle.acknowledge({ kind: 'final', machine: place, file: 'store', id: transactionId, value: transaction.status })
    }
  }
  const agrees = (what: string): boolean => {
    const agreed = intents.get(current)?.over.has(current) === false && !dice.chance(0.05)
    if (agreed) noteYes(current)
    note(`the user ${agreed ? 'agrees to' : 'declines'} ${what} of ${current}`)
    return agreed
  }
  const goesOn = (): boolean => {
    const intent = intents.get(current)
    if (!looks || intent === undefined) return false
    const isPaidDoubt = /run \S+ may be paid already: /.test(warning)
    const isGood = !isPaidDoubt || !mayBePaid(world, intent)
    note(`"${warning}": the user looks at the chain himself, and ${isGood ? 'goes on' : 'leaves it'}`)
    return isGood
  }
  const lookThrough = (data: readonly HistoryEntry[]) => {
    const place = command.overServer ? world.server : machine
    for (const { id, status } of data) {
      oracle.acknowledge({ kind: 'transaction', machine: place, file: 'store', id, value: '' })
      if (status !== 'PENDING') oracle.acknowledge({ kind: 'final', machine: place, file: 'store', id, value: status })
    }
    const shown = data.map(({ id, status }) => `${id} ${status}`).join(', ')
    note(`history shows ${shown === '' ? 'nothing' : shown}`)
  }
  return {
    hear,
    see: (run) => {
      shown = run
    },
    read: (line) => {
      const [, id] = /^run {9}(run_[0-9a-z]+)/.exec(line) ?? []
      if (id !== undefined) begin(id)
      if (/^signed +cancel /.test(line)) {
        note(`the user is told that ${current} is being cancelled`)
        const { payment } = describedRun(command, current) ?? {}
        oracle.cancelling(
          current,
          [payment, ...(payment?.replaced ?? [])].flatMap((one) => one?.hash ?? []),
        )
      }
      if (line.startsWith('warning ')) warning = line.replace(/^warning +/, '')
      else if (REMARKS.test(line)) note(line)
      if (looks && /^waiting: no node of \S+ shows a transaction of /.test(line)) {
        note('the user sends himself nothing, from another wallet')
        world.signed.add(world.chain.submit({ from: OWNER, to: OWNER, value: 0n }))
      }
    },
    print: (document) => {
      const { data } = document as PrintedDocument
      const items = 'run' in data ? [data] : data
      for (const item of items) if ('run' in item) hear(item.run)
      if (command.isLook === true) lookThrough(items.filter((item) => 'status' in item))
    },
    answer: async (question, signal) => {
      await process.clock.sleep(dice.next() * THINKING_MS, signal).catch((cause: unknown) => {
        throw Object.assign(new Error('left', { cause }), { name: 'AbortPromptError' })
      })
      switch (question) {
        case 'Go on all the same?':
          return goesOn()
        case 'Send it?':
        case 'Go on with these terms?': {
          const agreed = agrees('the terms')
          const intent = intents.get(current)
          const least = shown?.lock?.terms.minimumOut
          if (agreed) intent?.promised.delete(current)
          if (agreed && least !== undefined) intent?.least.set(current, least)
          return agreed
        }
        case 'Go on with it?':
          return agrees('what is lost')
        case 'Sign and send it?':
          return agrees('the payment')
        default:
          throw new Error(`nobody knows what to answer: ${question}`)
      }
    },
    watch: (service) => ({
      ...service,
      quote: async (request, options) => {
        const result = await service.quote(request, options)
        for (const route of result.data) {
          const { minimumOut = 0n } = readTerms('route', route, { src: USDC.decimals, dst: DAI.decimals })
          if (wanted !== undefined && minimumOut < wanted.quoted) wanted.quoted = minimumOut
        }
        return result
      },
    }),
  }
}

/** Ends of runs that say that nothing was paid; what the user gives up himself says nothing. */
const UNPAID: ReadonlySet<string> = new Set<NonNullable<SwapRun['closedAs']>>([
  ...(['declined', 'refused', 'unpaid', 'reverted', 'cancelled', 'replaced'] as const),
])

/** Remarks that tell of more than what a run itself shows. */
const REMARKS = /^(?:waiting|left out|an older copy|the run )/

/** How long what was agreed to may take to be locked or signed once it is asked for, in milliseconds. */
const LOCKING_MS = 2 * 60_000

/**
 * How long after the last yes a run was locked or signed, where that was too late to be done unasked, in minutes; undefined where it
 * was not. Where a clock was ever set, nobody knows when a lock was made.
 */
function minutesLate({ counts }: World, actMs: number | undefined, agreedMs: number | undefined): number | undefined {
  if (actMs === undefined || agreedMs === undefined || counts.has('clocks set')) return undefined
  const afterMs = actMs - agreedMs
  return afterMs > AGREED_MS + LOCKING_MS ? Math.round(afterMs / 60_000) : undefined
}

/** What a user reads of a run at a step. */
function describeRun(run: SwapRun): string {
  const { id, step, closedAs, reason, payment, paymentAgreed, earlier = [], transaction } = run
  const what = payment?.kind ?? (payment?.last === false ? 'approval' : 'payment')
  const parts = [
    closedAs === undefined ? undefined : `as ${closedAs}`,
    payment === undefined ? undefined : `${what} ${payment.hash}`,
    ...(payment?.replaced ?? []).map(({ hash }) => `in place of ${hash}`),
    payment === undefined && earlier.length > 0 ? 'approved' : undefined,
    step === 'executed' && paymentAgreed === true && earlier.length === 0 ? 'its payment agreed to' : undefined,
    transaction?.status,
    reason,
  ]
  return `${id} is ${step}${parts.flatMap((part) => (part === undefined ? [] : [`, ${part}`])).join('')}`
}
