import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { NETWORKS } from '../../core/api/enums.ts'
import { SwapError } from '../../core/api/errors.ts'
import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'
import { VERSION } from '../../core/version.ts'
import { isSecretSetting, readConfig, refuseForeignStore } from '../../io/index.ts'
import { loadCopy } from '../../store/index.ts'
import type { AccountFiles, KeystoreAccount } from '../../wallet/index.ts'
import { accountFiles } from '../accounts/current-account.ts'
import { storedMark } from '../pay/home-mark.ts'
import { openRunFile } from '../pay/runs.ts'
import { walletFile } from '../pay/wallet-file.ts'
import type { Session } from '../session.ts'
import { type BackupSource, describeFile, writeArchive } from './archive.ts'
import { isMember, type Manifest, writeManifest } from './manifest.ts'

/** Name of the backup in its draft. */
export const ARCHIVE = 'archive'

/**
 * Writes a backup of a home into a folder of its own.
 * @param draft the folder, which nobody else can enter
 * @returns what is in it, with its size
 * @throws INTERRUPTED STORE_UNUSABLE CONFIG_INVALID, and the error of the file system
 */
export async function packHome(session: Session, draft: string, withKeys: boolean) {
  const [stores, homes] = await copyStores(session, draft)
  const settings = await copySettings(session, draft, withKeys)
  const accounts = await copyAccounts(session, draft, withKeys)
  const sources = [...stores, ...settings.sources, ...accounts.sources]
  const files = []
  for (const source of sources) files.push(await describeFile(source))
  const manifest = {
    version: VERSION,
    createdAt: new Date(session.clock.now()).toISOString(),
    ...{ homes, withKeys, files },
    leftOut: { keys: [...accounts.leftOut], settings: [...settings.leftOut] },
  }
  const text = writeManifest(manifest)
  await writeArchive(join(draft, ARCHIVE), text, sources)
  return { manifest, bytes: (await stat(join(draft, ARCHIVE))).size }
}

/**
 * Copies both files of each network, the wallet's first: whatever a run of the copy knows, the store had written before, so
 * that no run comes without its transaction. The other way round a payment could be lost sight of.
 */
async function copyStores(session: Session, draft: string): Promise<readonly [BackupSource[], Manifest['homes']]> {
  const { copyDatabase } = await loadCopy()
  const sources: BackupSource[] = []
  const homes: Manifest['homes'] = []
  for (const network of NETWORKS) {
    const path = walletFile(session.home, network)
    if (existsSync(path)) {
      const mark = await storedMark((await openRunFile({ ...session, network }, true)).documents)
      if (mark !== undefined) {
        const { homeId, generation, counter } = mark
        homes.push({ network, homeId, generation, counter })
      }
    }
    for (const file of [path, join(session.home, `${network}.db`)]) {
      if (!existsSync(file)) continue
      refuseLeaving(session)
      await refuseForeignStore(file)
      const copy = join(draft, basename(file))
      await copyDatabase(file, copy)
      sources.push({ path: basename(file), file: copy })
    }
  }
  return [sources, homes]
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

/** Copies what is public of each account, and its key where that was asked for. */
async function copyAccounts(session: Session, draft: string, withKeys: boolean): Promise<Copied> {
  const files = accountFiles(session)
  const sources: BackupSource[] = []
  const leftOut: string[] = []
  for (const account of await files.list()) {
    sources.push(
      await writeText(draft, `wallets/${account.name}.account.json`, `${JSON.stringify(account, undefined, 2)}\n`),
    )
    if (account.kind !== 'keystore') continue
    const path = `wallets/${account.file}`
    const key = withKeys && !account.inPlace && isMember(path) ? await encryptedKey(files, account) : undefined
    if (key === undefined) leftOut.push(account.name)
    else sources.push(await writeText(draft, path, key))
  }
  return { sources, leftOut }
}

/** The key file of an account as it is; undefined where it is gone, or no password protects it. */
async function encryptedKey(files: AccountFiles, account: KeystoreAccount): Promise<string | undefined> {
  const text = await files.keystoreText(account).catch(() => undefined)
  const json = text === undefined ? undefined : parseJson(text)
  return isRecord(json) && (isRecord(json['crypto']) || isRecord(json['Crypto'])) ? text : undefined
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
