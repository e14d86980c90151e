import { isSwapError, ownHint } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { isRestoreVerified, readPrivateFile } from '../../io/index.ts'
import type { Session } from '../session.ts'
import { refuseFullDisk } from './disk-space.ts'
import { lookIntoHome, refuseUsedHome } from './empty-home.ts'
import { judgeSettings, type PlacedSettings } from './judge-settings.ts'
import { type JudgedBackup, refuseDamagedRestore } from './judge-backup.ts'
import type { Manifest } from './manifest.ts'
import { refuseOtherManifest } from './restore-home.ts'

/** What a restore of a backup into a home would do. */
export type RestorePlan =
  | { readonly home: string; readonly outcome: 'refuse'; readonly because: string; readonly hint?: string }
  | {
      readonly home: string
      /** `finish` where a restore of the same backup was cut off. */
      readonly outcome: 'fill' | 'finish'
      /** Names of files of the home that hold nothing and would make room. */
      readonly removed: readonly string[]
      readonly settings: PlacedSettings
    }

/** Looks into the home of a session, and writes nothing. @param settings those of the backup */
export async function planRestore(
  { home, configFile }: Session,
  file: string,
  { manifest, text, judged }: { readonly manifest: Manifest; readonly text: string; readonly judged: JudgedBackup },
  settings: string | undefined,
): Promise<RestorePlan> {
  try {
    const isBegun = isRestoreVerified(home)
    if (isBegun) await refuseOtherManifest(home, text)
    else {
      await refuseUsedHome(home, file)
      await refuseFullDisk(home, manifest, 'Free some of it, or name a home elsewhere: --home DIR')
      refuseDamagedRestore(judged, false)
    }
    return {
      home,
      outcome: isBegun ? 'finish' : 'fill',
      removed: isBegun ? [] : (await lookIntoHome(home)).unused,
      settings: judgeSettings(settings, await readPrivateFile(configFile)),
    }
  } catch (error) {
    if (!isSwapError(error)) throw error
    const { message: because, accept, hint } = error
    const taken = `${ownHint(error) ?? ''}: swapcli restore ${shellWord(file)} ${accept?.join(' ') ?? ''}`
    return { home, outcome: 'refuse', because, ...defined({ hint: accept === undefined ? hint : taken }) }
  }
}
