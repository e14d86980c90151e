import { isRestoreVerified } from '../../io/index.ts'
import {
  giveUpRestore,
  placeBackup,
  type PlacedSettings,
  refuseOtherBackup,
  unpackBackup,
  type Unpacked,
} from '../backup/restore-home.ts'
import { defineCommand } from '../command.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'

/** Puts what a backup holds into an empty home. */
export const restore = defineCommand({
  arguments: {
    file: { kind: 'file', description: 'the file of swapcli backup' },
  },
  options: {
    giveUp: { kind: 'switch', description: 'give up a restore that was cut off before anything was in its place' },
  },
  examples: ['restore swapcli.tar', 'restore swapcli.tar --home /srv/swapcli'],
  notes:
    'The home must be empty; stores that hold no swap make room, and settings stay. All of the backup is checked before\n' +
    'anything of it is written. One that was cut off is finished by the same command. The home that it was taken from must\n' +
    'not be used any more.',
  stopsItself: true,
  local: true,
  repairsSettings: true,
  worksWhileRestoring: true,
  run: async (session, { file }, { giveUp }) => {
    const { output, home } = session
    if (giveUp) {
      await giveUpRestore(home)
      return output.json
        ? output.printJson({ data: { home, gaveUp: true } })
        : output.note(`given up    ${home} is as it was`)
    }
    if (file === undefined) throw usage('The backup is missing', 'Name it: swapcli restore FILE')
    const restoring = isRestoreVerified(home) ? refuseOtherBackup(home, file) : unpackBackup(session, file)
    const { manifest, removed } = await during(session, 'Checking the backup', restoring)
    const settings = await placeBackup(session)
    if (output.json) {
      const { outcome, notPut } = settings
      return output.printJson({ data: { home, ...manifest, settings: outcome, settingsNotPut: notPut, removed } })
    }
    await output.fields([
      ['home', home],
      ['taken', `${manifest.createdAt} by swapcli ${manifest.version}`],
      ['holds', manifest.files.map(({ path }) => path).join(', ')],
    ])
    for (const line of remarks(session, { manifest, removed }, settings)) output.note(line)
  },
})

/** What the user has to know, and what is left to do. */
function remarks(
  { configFile }: Session,
  { manifest, removed }: Unpacked,
  { outcome, notPut }: PlacedSettings,
): readonly string[] {
  const { leftOut, damaged = [] } = manifest
  const { keys, settings } = leftOut
  return [
    ...removed.map((name) => `removed     ${name}, which held nothing`),
    ...damaged.map((text) => `damaged     ${text}`),
    ...(outcome === 'kept' ? [`settings    those of ${configFile} stay${notPutText(notPut)}`] : []),
    ...keys.map((name) => `missing     the key of ${name}: put its file where swapcli wallet show ${name} says`),
    ...settings.map((key) => `missing     set it again: swapcli config set ${key} VALUE`),
    'next        what was open is looked up on its chain before it goes on: swapcli resume --list',
    'next        never use the home that this was taken from again',
  ]
}

function notPutText(keys: readonly string[]): string {
  return keys.length === 0 ? ', and say the same' : `; not put of the backup: ${keys.join(', ')}`
}
