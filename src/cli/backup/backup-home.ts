import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { publicPostgresUrl } from '../../core/text/postgres-url.ts'
import { VERSION } from '../../core/version.ts'
import { isSecretSetting, privateFiles, readConfig, refuseForeignStore } from '../../io/index.ts'
import { loadCopy, loadHeld, loadLostWrites, loadUnused } from '../../store/index.ts'
import { accountText, describeOlder } from '../../wallet/index.ts'
import { accountFiles } from '../accounts/account-files.ts'
import { type MarkParts, storedMark, storeFile, storeFiles, walletFile } from '../../payments/index.ts'
import { describeLacking } from '../pay/lost-transaction.ts'
import { findOlderHome } from '../pay/home/known-home.ts'
import type { Session } from '../session.ts'
import { type BackupSource, describeFile, writeArchive } from './archive.ts'
import { examineHome } from './examine-home.ts'
import { isMember, type Manifest, refusedPlace, writeManifest } from './manifest.ts'
import { useMark } from './use-mark.ts'

/** Most findings of a damaged file that are named. */
const MOST_NAMED = 10

/** How the swaps of a database are backed up. */
export const DATABASE_BACKUP =
  'Back the database up by its own tools: pg_dump, pg_basebackup with its log, or the snapshots of the service that runs it'

/** Folder of the accounts in a backup. */
const WALLETS = 'wallets'

/** Name of the backup in its draft. */
export const ARCHIVE = 'archive'

/**
 * Writes a backup of a home into a folder of its own.
 * @param draft the folder, which nobody else can enter
 * @param damaged what of the home is damaged or lost, and goes into the backup as it is
 * @returns what is in it, with its size
 * @throws USAGE where there is nothing to back up, INTERRUPTED STORE_UNUSABLE CONFIG_INVALID, and the error of the file system
 */
export async function packHome(session: Session, draft: string, withKeys: boolean, damaged: readonly string[]) {
  const [stores, homes] = await copyStores(session, draft, damaged.length > 0)
  const settings = await copySettings(session, draft, withKeys)
  const accounts = await copyAccounts(session, draft, withKeys)
  const sources = [...stores, ...settings.sources, ...accounts.sources]
  if (sources.length === 0) {
    const elsewhere = session.store === undefined ? '' : ` of its own, and its swaps are in a database`
    throw refusedPlace(
      `${session.home} holds no swap, account or setting${elsewhere}: there is nothing to back up`,
      session.store !== undefined
        ? `Nothing was written. ${DATABASE_BACKUP}`
        : 'Nothing was written. Name the home that you use: swapcli backup FILE --home DIR',
    )
  }
  const files = []
  for (const source of sources) files.push(await describeFile(source))
  const manifest = {
    version: VERSION,
    createdAt: new Date(session.clock.now()).toISOString(),
    ...{ homes, withKeys, files },
    leftOut: { keys: [...accounts.leftOut], settings: [...settings.leftOut] },
    ...defined({ database: session.store === undefined ? undefined : publicPostgresUrl(session.store) }),
    ...(damaged.length === 0 ? {} : { damaged: [...damaged] }),
  }
  const text = writeManifest(manifest)
  await writeArchive(join(draft, ARCHIVE), text, sources)
  return { manifest, bytes: (await stat(join(draft, ARCHIVE))).size }
}

/**
 * Copies both files of each network, the wallet's first: whatever a run of the copy knows, the store had written before, so
 * that no run comes without its transaction. The other way round a payment could be lost sight of.
 */
async function copyStores(
  session: Session,
  draft: string,
  isDamaged: boolean,
): Promise<readonly [BackupSource[], Manifest['homes']]> {
  const [{ copyDatabase }, { isUnused }, { countTransactions }] = await Promise.all([
    loadCopy(),
    loadUnused(),
    loadHeld(),
  ])
  const sources: BackupSource[] = []
  const homes: Manifest['homes'] = []
  for (const network of NETWORKS) {
    const found: [string, boolean][] = []
    for (const [name, file] of storeFiles(session.home, network))
      if (existsSync(file)) found.push([file, await isUnused(name, file)])
    // One that is new belongs to the other one, where that is used.
    if (found.every(([, isNew]) => isNew)) continue
    const read = { verify: refuseForeignStore, use: ({ wallet }: MarkParts) => storedMark(wallet) }
    const mark = await useMark({ ...session, network }, read).catch((error: unknown) => {
      if (!isDamaged) throw error
    })
    for (const [file] of found) {
      refuseLeaving(session)
      await refuseForeignStore(file)
      const copy = join(draft, basename(file))
      await copyDatabase(file, copy)
      sources.push({ path: basename(file), file: copy })
    }
    if (mark === undefined) continue
    const { homeId, generation, counter } = mark
    const copied = join(draft, basename(storeFile(session.home, network)))
    // What is in a database is not counted: it is not in the backup.
    const none = session.store === undefined ? { total: 0 } : undefined
    const held = existsSync(copied) ? await countTransactions(copied).catch(() => undefined) : none
    homes.push({ network, homeId, generation, counter, ...defined({ transactions: held?.total }) })
  }
  return [sources, homes]
}

/**
 * What of a home is damaged or lost, a sentence each.
 * @throws SERVICE_UNAVAILABLE where a file is in use for too long
 */
export async function findHomeDamage(session: Session): Promise<readonly string[]> {
  const { findFault } = await loadLostWrites()
  const found: string[] = []
  for (const network of NETWORKS) {
    const place = { ...session, api: undefined, network }
    // A file that was the store before a database was goes into the backup too.
    const damage = (await examineHome({ ...place, store: undefined })).filter(({ findings }) => findings.length > 0)
    found.push(...damage.map(({ path, findings }) => `${path}: ${findings.slice(0, MOST_NAMED).join(', ')}`))
    if (damage.length > 0) continue
    for (const [name, path] of storeFiles(session.home, network)) {
      if (name === 'store' && session.store !== undefined && !existsSync(path)) continue
      const fault = await findFault(name, { path, verify: refuseForeignStore })
      if (fault !== undefined) found.push(fault.message)
    }
    if (found.length > 0) continue
    // Of one that is gone too: looking at such a home makes it anew.
    const older = await findOlderHome(place)
    if (older?.behind !== undefined && older.behind !== 'home') found.push(describeOlder(older, false))
    else if (session.store === undefined)
      found.push(...(await findLackingTexts(walletFile(session.home, network), storeFile(session.home, network))))
  }
  const { damaged } = await accountFiles(session).list()
  return [...found, ...damaged.map(({ problem }) => problem.message)]
}

/**
 * What the store lacks of the unfinished runs, a sentence each; none where one of the two files is not there, or cannot be
 * read, which is told otherwise.
 */
export async function findLackingTexts(walletPath: string, storePath: string): Promise<readonly string[]> {
  if (![walletPath, storePath].every((path) => existsSync(path))) return []
  const { findLackingRuns } = await loadHeld()
  const lacking = await findLackingRuns(walletPath, storePath).catch((error: unknown) => {
    if (isSwapError(error)) return []
    throw error
  })
  return lacking.map(({ runId, transactionId }) => describeLacking(transactionId, runId))
}

interface Copied {
  readonly sources: readonly BackupSource[]
  /** Names of what is not copied. */
  readonly leftOut: readonly string[]
}

async function copySettings({ configFile }: Session, draft: string, withKeys: boolean): Promise<Copied> {
  const settings = await readConfig(configFile)
  if (settings.length === 0) return { sources: [], leftOut: [] }
  const { knownProviderSettings } = await import('../provider-settings.ts')
  const known = await knownProviderSettings()
  const isKept = ({ key }: { readonly key: string }) => withKeys || !isSecretSetting(key, known)
  const kept = Object.fromEntries(settings.filter(isKept).map(({ key, value }) => [key, value]))
  const source = await writeText(draft, 'config.json', `${JSON.stringify(kept, undefined, 2)}\n`)
  return { sources: [source], leftOut: settings.filter((setting) => !isKept(setting)).map(({ key }) => key) }
}

/** Copies what is public of each account, and its key where that was asked for. Of damaged ones only their keys can be. */
async function copyAccounts(session: Session, draft: string, withKeys: boolean): Promise<Copied> {
  const files = accountFiles(session)
  const { accounts, damaged } = await files.list()
  const sources: BackupSource[] = []
  const leftOut: string[] = []
  for (const account of accounts) {
    sources.push(await writeText(draft, `${WALLETS}/${account.name}.account.json`, accountText(account)))
    if (account.kind !== 'keystore') continue
    const key = account.inPlace ? undefined : await copyKey(draft, withKeys, files.keystorePath(account))
    if (key === undefined) leftOut.push(account.name)
    else sources.push(key)
  }
  for (const { name, keyFiles } of damaged) {
    const keys = await Promise.all(keyFiles.map((path) => copyKey(draft, withKeys, path)))
    sources.push(...keys.filter((key) => key !== undefined))
    if (keys.includes(undefined)) leftOut.push(name)
  }
  for (const path of await files.leftovers()) {
    if (!path.endsWith('.json')) continue
    const key = await copyKey(draft, withKeys, path)
    if (key === undefined) leftOut.push(`${WALLETS}/${basename(path)}`)
    else sources.push(key)
  }
  return { sources, leftOut }
}

/** Copies a key file as it is; undefined where that was not asked for, it is gone, or no password protects it. */
async function copyKey(draft: string, withKeys: boolean, path: string): Promise<BackupSource | undefined> {
  const member = `${WALLETS}/${basename(path)}`
  if (!withKeys || !isMember(member)) return undefined
  const text = await privateFiles.read(path).catch(() => undefined)
  const json = text === undefined ? undefined : parseJson(text)
  if (text === undefined || !isRecord(json)) return undefined
  return isRecord(json['crypto']) || isRecord(json['Crypto']) ? writeText(draft, member, text) : undefined
}

async function writeText(draft: string, path: string, text: string): Promise<BackupSource> {
  const file = join(draft, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, text, { mode: 0o600 })
  return { path, file }
}

/** @throws INTERRUPTED */
export function refuseLeaving({ signal }: Session): void {
  if (signal.aborted) throw new SwapError('INTERRUPTED', 'Stopped; no backup was written')
}
