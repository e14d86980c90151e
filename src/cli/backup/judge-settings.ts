import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'

/** What becomes of the settings of a backup. */
export interface PlacedSettings {
  /** `none` where the backup has none. */
  readonly outcome: 'none' | 'restored' | 'kept'
  /** Keys that the backup sets, and that are otherwise in the settings that stay. */
  readonly notPut: readonly string[]
}

/** What a restore does with the settings of a backup: those that are there stay, unless all of them are unset. */
export function judgeSettings(ofBackup: string | undefined, present: string | undefined): PlacedSettings {
  if (ofBackup === undefined) return { outcome: 'none', notPut: [] }
  const own = present === undefined ? {} : parseJson(present)
  if (isRecord(own) && Object.keys(own).length === 0) return { outcome: 'restored', notPut: [] }
  const [kept, put] = [own, parseJson(ofBackup)].map((json) => (isRecord(json) ? json : {}))
  const isOther = ([key, value]: [string, unknown]) => JSON.stringify(kept?.[key]) !== JSON.stringify(value)
  return {
    outcome: 'kept',
    notPut: Object.entries(put ?? {})
      .filter(isOther)
      .map(([key]) => key),
  }
}
