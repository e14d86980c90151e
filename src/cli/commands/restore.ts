import { isRestoreVerified } from '../../io/index.ts'
import type { Manifest } from '../backup/manifest.ts'
import { giveUpRestore, placeBackup, refuseOtherBackup, unpackBackup } from '../backup/restore-home.ts'
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
    'The home must be empty. All of the backup is checked before anything of it is written. One that was cut off is\n' +
    'finished by the same command. The home that it was taken from must not be used any more.',
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
    ...keys.map((name) => `missing     the key of ${name}: put its file where swapcli wallet show ${name} says`),
    ...settings.map((key) => `missing     set it again: swapcli config set ${key} VALUE`),
    'next        what was open is looked up on its chain before it goes on: swapcli resume --list',
    'next        never use the home that this was taken from again',
  ]
}
