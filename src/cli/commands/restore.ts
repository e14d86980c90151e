import { isRestoreUnfinished } from '../../io/index.ts'
import type { Manifest } from '../backup/manifest.ts'
import { placeBackup, refuseOtherBackup, unpackBackup } from '../backup/restore-home.ts'
import { defineCommand } from '../command.ts'
import { during } from '../output/spinner.ts'
import type { Session } from '../session.ts'

/** Puts what a backup holds into an empty home. */
export const restore = defineCommand({
  arguments: {
    file: { kind: 'file', required: true, description: 'the file of swapcli backup', hint: 'swapcli restore FILE' },
  },
  examples: ['restore swapcli.tar', 'restore swapcli.tar --home /srv/swapcli'],
  notes:
    'The home must be empty. All of the backup is checked before anything of it is written. One that was cut off is\n' +
    'finished by the same command. The home that it was taken from must not be used any more.',
  stopsItself: true,
  local: true,
  repairsSettings: true,
  run: async (session, { file }) => {
    const { output, home } = session
    const restoring = isRestoreUnfinished(home) ? refuseOtherBackup(home, file) : unpackBackup(session, file)
    const manifest = await during(session, 'Checking the backup', restoring)
    const areSettingsPut = await placeBackup(session)
    if (output.json) {
      return output.printJson({ data: { home, ...manifest, settings: settingsWord(areSettingsPut) } })
    }
    await output.fields([
      ['home', home],
      ['taken', `${manifest.createdAt} by swapcli ${manifest.version}`],
      ['holds', manifest.files.map(({ path }) => path).join(', ')],
    ])
    for (const line of remarks(session, manifest, areSettingsPut)) output.note(line)
  },
})

function settingsWord(arePut: boolean | undefined): 'none' | 'restored' | 'kept' {
  return arePut === undefined ? 'none' : arePut ? 'restored' : 'kept'
}

/** What the user has to know, and what is left to do. */
function remarks(
  { configFile }: Session,
  { leftOut: { keys, settings }, damaged = [] }: Manifest,
  areSettingsPut: boolean | undefined,
): readonly string[] {
  return [
    ...damaged.map((text) => `damaged     ${text}`),
    ...(areSettingsPut === false ? [`settings    those of ${configFile} stay, the backup's were not put`] : []),
    ...(keys.length === 0
      ? []
      : [`missing     the keys of ${keys.join(', ')}: put their files where swapcli wallet list says`]),
    ...settings.map((key) => `missing     set it again: swapcli config set ${key}`),
    'next        what was open is looked up on its chain before it goes on: swapcli resume --list',
    'next        never use the home that this was taken from again',
  ]
}
