import { existsSync } from 'node:fs'
import { isSwapError, restate, SwapError } from '../../../core/api/errors.ts'
import type { DocumentStore, HomeMark } from '../../../core/ports.ts'
import { describeHome, describeOlder, type HomeStanding } from '../../../wallet/index.ts'
import type { Session } from '../../session.ts'
import { damagedPath } from '../damaged-run.ts'
import { openRunFile } from '../runs.ts'
import {
  loadHomeMark,
  loadStoredMark,
  loadStoreMarks,
  type RunFile,
  storeFile,
  walletFile,
} from '../../../payments/index.ts'

/*
 * What a home lists, and what it lacks, is all only where no other copy of it went further. So whoever says what is known of
 * a run, or that there is none, first reads how the home stands.
 */

/** How a home stands: its mark, or why that cannot be read, which leaves open what any copy of it did. */
export type ReadHome = HomeMark | (HomeStanding & { readonly unread: SwapError })

/**
 * How the home of this wallet's file stands; nothing is written. What is wrong with its store says nothing of its runs.
 * @param tell told what stands in the way of the mark @default nobody
 */
export async function readHome(
  session: Session,
  wallet: DocumentStore,
  tell: (text: string) => void = () => undefined,
): Promise<ReadHome> {
  return (await openHome(session, wallet, tell))()
}

/** The same, for who reads it again and again. */
export async function openHome(
  session: Session,
  wallet: DocumentStore,
  tell: (text: string) => void,
): Promise<() => Promise<ReadHome>> {
  const [{ readMarkBeside }, { openStoreMarks }] = await Promise.all([loadHomeMark(), loadStoreMarks()])
  const store = await openStoreMarks(session).catch(onlyExpected(() => undefined))
  return () =>
    readMarkBeside({ place: session, wallet, tell }, store).catch(
      onlyExpected((unread) => ({ standing: 'older', behind: 'files', unread }) as const),
    )
}

/** The mark that was read, for what pays; it is read again where it could not be, which then says why. */
export function markOf(home: ReadHome): HomeMark | undefined {
  return 'unread' in home ? undefined : home
}

/** What a home leaves open of what it lists or lacks, a sentence. @param hasOpen true where it has swaps that have not ended */
export function remarkOf(home: ReadHome, hasOpen: boolean): string | undefined {
  return 'unread' in home ? home.unread.message : describeHome(home, hasOpen)
}

/** Says beside a list what the home leaves open of it. */
export function tellHome({ output }: Pick<Session, 'output'>, home: ReadHome, hasOpen: boolean): void {
  const remark = hasOpen || home.standing === 'older' ? remarkOf(home, hasOpen) : undefined
  if (remark !== undefined) output.warn(`${remark} (swapcli doctor)`)
}

/** What a home lacks, and whether it has swaps that have not ended. */
type OlderHome = Pick<HomeMark, 'behind'> & { readonly hasOpen: boolean }

/**
 * What this home lacks, where a file of it was lost or put back: the one beside it, or this machine, knows of more.
 * @param read the wallet's file, where it is open, and how its home stands
 */
export async function findOlderHome(
  session: Session,
  read?: { readonly file: RunFile; readonly home: ReadHome },
): Promise<OlderHome | undefined> {
  const { api, home, network, store } = session
  const hasWallet = existsSync(walletFile(home, network))
  // A database says nothing of a home that does not say which one it is.
  const hasFile = store === undefined && existsSync(storeFile(home, network))
  if (api !== undefined || (!hasWallet && !hasFile)) return undefined
  try {
    const file = read?.file ?? (hasWallet ? await openRunFile(session, true) : undefined)
    const wallet = file?.documents ?? NO_DOCUMENTS
    const found = read?.home ?? (await readHome(session, wallet))
    const isStoreLost = store === undefined && !hasFile && (await countsFile(wallet))
    if ('unread' in found || (!isStoreLost && found.standing !== 'older')) return undefined
    return { behind: isStoreLost ? 'store' : found.behind, hasOpen: file !== undefined && (await hasOpenRuns(file)) }
  } catch {
    // Doctor says what is wrong with them.
    return undefined
  }
}

/** True where a home counts a store in a file: one that is used with a server or a database has none, and counts none. */
export async function countsFile(wallet: DocumentStore): Promise<boolean> {
  const { storedMark } = await loadStoredMark()
  const mark = await storedMark(wallet)
  return mark?.store !== undefined && mark.storeId === undefined
}

const NO_DOCUMENTS: DocumentStore = {
  get: async () => undefined,
  put: async () => false,
  delete: async () => undefined,
  list: async () => [],
}

async function hasOpenRuns({ journal }: Pick<RunFile, 'journal'>): Promise<boolean> {
  let damaged = 0
  return (await journal.listUnfinished(() => (damaged += 1))).length + damaged > 0
}

/** Says beside an empty list where it may be that of such a file. */
export async function tellOlderHome(...[session, read]: Parameters<typeof findOlderHome>): Promise<void> {
  const older = await findOlderHome(session, read)
  if (older !== undefined) session.output.warn(`${describeOlder(older, older.hasOpen)} (swapcli doctor)`)
}

/** What is not found, with what the home leaves open of it. @returns what to throw */
export async function ofReadHome(session: Session, error: SwapError): Promise<SwapError> {
  try {
    const file = await openRunFile(session, true)
    const home = await readHome(session, file.documents)
    return ofHome(error, home, remarkOf(home, false) !== undefined && (await hasOpenRuns(file)))
  } catch {
    // Doctor says what is wrong with them.
    return error
  }
}

/** Where the network was named for one command only, its runs are not those of the next one. @throws NOT_FOUND */
export async function missingRun(session: Session, id: string, home: ReadHome): Promise<never> {
  const other = session.network === 'live' ? 'sandbox' : 'live'
  const isOfOther = await openRunFile({ ...session, network: other }, true).then(
    async ({ journal }) => (await journal.get(id)) !== undefined,
    () => false,
  )
  const kept = damagedPath(session, id)
  const text = `There is no run ${id} on this network`
  if (existsSync(kept)) {
    const hint = `Look at what its account has sent: swapcli history`
    throw new SwapError('NOT_FOUND', `${text}: it could not be read and was given up (${kept})`, {
      ...{ funds: 'unknown', hint },
    })
  }
  const hint = isOfOther
    ? `It is a run of the ${other} network: swapcli resume ${id} --network ${other}`
    : 'List them: swapcli resume --list'
  const missing = new SwapError('NOT_FOUND', text, { hint })
  throw isOfOther ? missing : ofHome(missing, home, false)
}

function ofHome(error: SwapError, home: ReadHome, hasOpen: boolean): SwapError {
  const remark = remarkOf(home, hasOpen)
  if (remark === undefined) return error
  return restate(error, { message: `${error.message}. ${remark}`, funds: 'unknown' })
}

/** Passes a bug on. */
function onlyExpected<T>(answer: (error: SwapError) => T): (error: unknown) => T {
  return (error) => {
    if (!isSwapError(error)) throw error
    return answer(error)
  }
}
