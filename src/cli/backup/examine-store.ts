import { SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { type DatabaseDamage, loadDatabaseExamination, loadDatabaseRepair } from '../../store/index.ts'
import { databaseOf, walletFile } from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { examineHome } from './examine-home.ts'

/** What was found in a store, or in the wallet's file. */
export interface ExaminedPlace {
  /** Its path, or the address of its database without secrets. */
  readonly place: string
  /** Its damage, one finding each. */
  readonly findings: readonly string[]
  /** What was made anew, a sentence each. */
  readonly repaired: readonly string[]
  /** What is said of an index of texts that was damaged. */
  readonly texts?: string
  /** What to do about the findings. */
  readonly next?: string
}

/** The store of a network and its wallet's file; null for what is not there. */
export interface ExaminedStore {
  readonly store: ExaminedPlace | null
  readonly wallet: ExaminedPlace | null
}

/**
 * Looks through the store and the wallet's file of the session's network.
 * @param repairs true to make anew what is made of documents, which only a database lets one do
 * @param show shows how far it is
 * @throws USAGE INTERRUPTED STORE_UNUSABLE SERVICE_UNAVAILABLE
 */
export async function examineStore(
  session: Session,
  repairs: boolean,
  show: (text: string) => void,
): Promise<ExaminedStore> {
  if (repairs && session.store === undefined) {
    throw new SwapError('USAGE', 'A file is not repaired: what is made of its documents is in it', {
      hint: 'Leave --repair out; what doctor can mend it mends by itself: swapcli doctor',
    })
  }
  const files = (await examineHome(session)).map(({ path, findings, texts, next }) => ({
    ...{ place: path, findings, repaired: [] },
    ...defined({
      texts,
      next: findings.length === 0 ? undefined : (next ?? `Copy ${path} to a safe place, then restore a backup`),
    }),
  }))
  const isWallet = ({ place }: ExaminedPlace) => place === walletFile(session.home, session.network)
  return {
    store: (await examineDatabaseOf(session, repairs, show)) ?? files.find((file) => !isWallet(file)) ?? null,
    wallet: files.find(isWallet) ?? null,
  }
}

async function examineDatabaseOf(
  session: Session,
  repairs: boolean,
  show: (text: string) => void,
): Promise<ExaminedPlace | undefined> {
  const opened = await databaseOf(session)
  if (opened === undefined) return undefined
  const { database, name: place } = opened
  const { examineDatabase } = await loadDatabaseExamination()
  const look = () =>
    examineDatabase(database, (table, rows) => {
      if (session.signal.aborted) throw new SwapError('INTERRUPTED', 'Interrupted')
      show(`Looking through ${table}${rows === 0 ? '' : `, ${rows}`}`)
    })
  let found = await look()
  const repaired: string[] = []
  // Each look names so many at most: there may be more behind them.
  while (repairs && isDerived(found)) {
    show('Making anew what is made of documents')
    const done = await (await loadDatabaseRepair()).repairDerived(database, found.derived)
    if (done.length === 0) break
    repaired.push(...done)
    const before = JSON.stringify(found.structure)
    found = await look()
    if (JSON.stringify(found.structure) === before) break
  }
  const findings = [...found.structure, ...found.documents.map((name) => `${name} does not match its checksum or form`)]
  if (findings.length === 0) return { place, findings, repaired }
  const next =
    isDerived(found) && !repairs
      ? 'Make anew what is made of documents: swapcli store check --repair'
      : "Restore a backup of the database, with the database's own tools"
  return { place, findings, repaired, next }
}

/** True where something that is made of documents is not what they say. */
function isDerived({ derived }: Pick<DatabaseDamage, 'derived'>): boolean {
  const { transactions, locks, events, orphans, hasWrongTotals } = derived
  return transactions.size + locks.length + events.length + orphans.length > 0 || hasWrongTotals
}
