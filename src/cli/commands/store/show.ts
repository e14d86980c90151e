import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { TransactionStatus } from '../../../core/api/documents.ts'
import { isSwapError } from '../../../core/api/errors.ts'
import { defined } from '../../../core/defined.ts'
import { countText } from '../../../core/text/count-text.ts'
import { defineCommand } from '../../command.ts'
import { findFreeInWallet } from '../../pay/compact-wallet.ts'
import { storeFile, walletFile } from '../../../payments/index.ts'
import { describeDatabase } from '../../database.ts'
import { openAdmin, type Session } from '../../session.ts'
import { kib } from './compact.ts'

/** Shows how large the store and the wallet's file of a network are, and about what can go. */
export const show = defineCommand({
  examples: ['store', 'store show --network live --json'],
  notes:
    'Where a database is the store, it also says how many transactions there are, of all its servers. Sizes of files are with\n' +
    'what SQLite keeps beside each. What compact would remove is counted by indexes, and its bytes are about\n' +
    'right; runs that ended with nothing signed would have to be read one by one, and are counted by compact alone.',
  local: true,
  run: async (session) => {
    const { output, home, network } = session
    const database = await describeStore(session)
    const store = database ?? (session.store === undefined ? await sizeOf(storeFile(home, network)) : null)
    const wallet = await sizeOf(walletFile(home, network))
    const removable = store === null ? undefined : await unlessUnusable(session, findRemovable(session))
    const freeBytes = wallet === null ? undefined : await unlessUnusable(session, findFreeInWallet(session))
    if (output.json) {
      const data = {
        store: store && { ...store, ...defined({ removable }) },
        wallet: wallet && { ...wallet, ...defined({ freeBytes }) },
      }
      return output.printJson({ data })
    }
    for (const [name, file] of Object.entries({ store, wallet })) {
      output.print(output.clean(`${name.padEnd(8)} ${file === null ? 'not there yet' : placeText(file)}`))
    }
    const kinds = removable === undefined ? [] : kindTexts(removable)
    const bytes = (removable === undefined ? 0 : bytesOf(removable)) + (freeBytes ?? 0)
    if (removable !== undefined || freeBytes !== undefined) {
      const what = [...kinds, 'space that nothing uses'].join(', ')
      output.print(
        output.clean(
          `compact  ${bytes === 0 ? 'frees nothing' : `frees ${isLeast(removable) ? 'at least' : 'about'} ${kib(bytes)}: ${what}`}`,
        ),
      )
    }
    output.note('remove what is past its time: swapcli store compact')
  },
})

/** A store in a database. */
interface StoreInDatabase {
  /** Its address without secrets. */
  readonly database: string
  /** Of its server. */
  readonly version: string
  readonly isPooled: boolean
  readonly schemaVersion: number
  readonly sizeBytes: number
  /** By status. */
  readonly transactions: Readonly<Record<TransactionStatus, number>>
}

/** A file of a home, with its log. */
interface StoreFile {
  readonly path: string
  readonly sizeBytes: number
}

/** The store in a database; undefined where a file is the store. @throws SERVICE_UNAVAILABLE STORE_UNUSABLE */
async function describeStore(session: Session): Promise<StoreInDatabase | undefined> {
  const { embedded } = session.store === undefined ? {} : await session.open()
  if (embedded?.database === undefined) return undefined
  const { name, facts } = embedded.database
  const [state, transactions] = await Promise.all([embedded.store.check(), embedded.store.transactions.countByStatus()])
  return { database: name, version: facts.version, isPooled: facts.isPooled, ...state, transactions }
}

function placeText(place: StoreFile | StoreInDatabase): string {
  if ('path' in place) return `${kib(place.sizeBytes)}  ${place.path}`
  const { PENDING, ...others } = place.transactions
  const total = PENDING + Object.values(others).reduce((sum, count) => sum + count, 0)
  const held = `${countText(total, 'transaction')}, ${PENDING} pending`
  return `${kib(place.sizeBytes)}  ${describeDatabase({ name: place.database, facts: place })}: ${held}`
}

async function findRemovable(session: Session): Promise<Removable> {
  return (await openAdmin(session)).removable()
}

type Removable = Awaited<ReturnType<Awaited<ReturnType<typeof openAdmin>>['removable']>>

/** Undefined, and said, where a file cannot be used: its size is known all the same. */
async function unlessUnusable<T>({ output }: Session, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isSwapError(error)) throw error
    output.note(`what compact would remove is not known: ${error.message}`)
    return undefined
  }
}

const KINDS = [
  ['routes', 'quoted route'],
  ['locks', 'unused lock'],
  ['events', 'event'],
  ['payloads', 'payload of ended swaps', 'payloads of ended swaps'],
] as const

const BOUNDS = { exactly: '', 'at-least': 'at least ', 'at-most': 'at most ' } as const

function kindTexts(removable: Removable): readonly string[] {
  return KINDS.flatMap(([kind, one, several]) => {
    const { rows, counted } = removable[kind]
    return rows === 0 ? [] : [`${BOUNDS[counted]}${countText(rows, one, several)}`]
  })
}

function isLeast(removable: Removable | undefined): boolean {
  return removable !== undefined && KINDS.some(([kind]) => removable[kind].counted === 'at-least')
}

function bytesOf(removable: Removable): number {
  return KINDS.reduce((sum, [kind]) => sum + removable[kind].bytes, removable.freeBytes)
}

/** Path and bytes of a file and its log; null for none. */
async function sizeOf(path: string): Promise<StoreFile | null> {
  if (!existsSync(path)) return null
  const sizes = await Promise.all(
    [path, `${path}-wal`].map(async (part) => (await stat(part).catch(() => undefined))?.size ?? 0),
  )
  return { path, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) }
}
