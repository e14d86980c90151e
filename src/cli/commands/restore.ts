import { timeText } from '../../core/text/times.ts'
import { isRestoreVerified } from '../../io/index.ts'
import { hasKeyFile } from '../accounts/keyless-account.ts'
import { checkBackup, type CheckedBackup } from '../backup/check-backup.ts'
import { describeCheck, elsewhereText } from '../backup/describe-check.ts'
import { refuseDamage } from '../backup/judge-backup.ts'
import { isStoreMember, type Manifest } from '../backup/manifest.ts'
import {
  giveUpRestore,
  type Placed,
  placeBackup,
  refuseOtherBackup,
  unpackBackup,
  type Unpacked,
} from '../backup/restore-home.ts'
import { defineCommand } from '../command.ts'
import { refuseTogether } from '../command-line/flags.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'

/** Puts what a backup holds into an empty home. */
export const restore = defineCommand({
  arguments: {
    file: { kind: 'file', description: 'the file of swapcli backup' },
  },
  options: {
    check: {
      kind: 'switch',
      description: 'verify the backup, and say what a restore would do; the home stays as it is',
    },
    damaged: { kind: 'switch', description: 'also restore a backup of which something is damaged or was lost' },
    giveUp: { kind: 'switch', description: 'give up a restore that was cut off before anything was in its place' },
  },
  examples: ['restore swapcli.tar', 'restore swapcli.tar --home /srv/swapcli', 'restore swapcli.tar --check --json'],
  notes:
    'The home must be empty; stores that hold no swap make room, and settings stay. All of the backup is checked, as by\n' +
    '--check, before anything of it is in its place. One that was cut off is finished by the same command. The home that\n' +
    'it was taken from must not be used any more. --check unpacks the stores where the system keeps what is temporary, and\n' +
    'removes them; its exit code is 0 for a backup that is whole and not damaged, also where a restore into this home\n' +
    'would be refused.',
  stopsItself: true,
  local: true,
  repairsSettings: true,
  worksWhileRestoring: true,
  run: async (session, { file }, { check, damaged, giveUp }) => {
    const { output, home } = session
    refuseTogether({ check, damaged, giveUp })
    if (giveUp) {
      const gaveUp = await giveUpRestore(home)
      if (output.json) return output.printJson({ data: { home, gaveUp } })
      return output.note(
        gaveUp
          ? `given up    ${home} is as it was`
          : `nothing     no restore was cut off in ${home}: nothing to give up`,
      )
    }
    if (file === undefined) throw usage('The backup is missing', 'Name it: swapcli restore FILE')
    if (check)
      return printCheck(session, file, await during(session, 'Checking the backup', checkBackup(session, file)))
    const restoring = isRestoreVerified(home) ? refuseOtherBackup(home, file) : unpackBackup(session, file, damaged)
    const { manifest, removed } = await during(session, 'Checking the backup', restoring)
    const placed = await placeBackup(session, manifest.database)
    if (output.json) {
      const { settings, wentOn } = placed
      const { outcome, notPut } = settings
      return output.printJson({
        data: { home, ...manifest, settings: outcome, settingsNotPut: notPut, removed, wentOn },
      })
    }
    await output.fields([
      ['home', home],
      ['taken', `${timeText(manifest.createdAt, output.zone)} by swapcli ${manifest.version}`],
      ['holds', manifest.files.map(({ path }) => path).join(', ')],
    ])
    // One of another program's file may be where it was.
    const missing = []
    for (const name of manifest.leftOut.keys) if (!(await hasKeyFile(session, name))) missing.push(name)
    for (const line of remarks(session, { manifest, removed }, placed, missing)) output.note(line)
    for (const line of storeRemarks(session, manifest)) output.warn(line)
  },
})

/** @throws STORE_UNUSABLE for a backup of which something is damaged, once all is printed */
async function printCheck({ output }: Session, file: string, checked: CheckedBackup): Promise<void> {
  if (output.json) output.printJson({ data: { file, ...checked } })
  else await output.fields(describeCheck(file, checked, output.zone))
  refuseDamage(checked, { hint: 'Check an earlier one, or mend the home and take another: swapcli doctor' })
}

/** What the user has to know, and what is left to do. @param keys names of accounts without their keys, and paths of keys */
function remarks(
  { configFile }: Session,
  { manifest, removed }: Unpacked,
  { settings: { outcome, notPut }, wentOn }: Placed,
  keys: readonly string[],
): readonly string[] {
  const { leftOut, damaged = [] } = manifest
  return [
    ...removed.map((name) => `removed     ${name}, which held nothing`),
    ...damaged.map((text) => `damaged     ${text}`),
    ...(outcome === 'kept' ? [`settings    those of ${configFile} stay${notPutText(notPut)}`] : []),
    ...keys.map((name) =>
      name.includes('/')
        ? `missing     ${name}, a key file that no account has: copy it from where the backup was taken`
        : `missing     the key of ${name}: import it again: swapcli wallet import ${name} --keystore FILE`,
    ),
    ...leftOut.settings.map((key) => `missing     set it again: swapcli config set ${key} -`),
    ...wentOn.map(
      (network) =>
        `went on     the home went on since: this machine has seen it further than the backup, so what was open on ${network} may be paid already`,
    ),
    `next        what was open is looked up on its chain before it goes on${wentOn.length > 0 ? ', and where no chain can tell, it waits for your word' : ''}: swapcli resume --list`,
    'next        never use the home that this was taken from again',
  ]
}

/** Where the swaps of the home are from here on, where that is not in what was restored. */
function storeRemarks({ store }: Session, { database, files }: Manifest | Omit<Manifest, 'format'>): readonly string[] {
  if (database !== undefined) {
    const next =
      store === undefined
        ? 'the setting store is to name it, with its password: swapcli config set store -'
        : 'the setting store names where they are looked for now'
    return [`elsewhere   ${elsewhereText(database)}; ${next}`]
  }
  const stores = files.filter(({ path }) => isStoreMember(path) && !path.startsWith('wallet-'))
  if (store === undefined || stores.length === 0) return []
  const names = stores.map(({ path }) => path).join(' and ')
  return [`elsewhere   the setting store names a database: what ${names} holds is not seen, unless it is copied there`]
}

function notPutText(keys: readonly string[]): string {
  return keys.length === 0 ? ', and say the same' : `; not put of the backup: ${keys.join(', ')}`
}
