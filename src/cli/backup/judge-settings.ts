import { isRecord } from '../../core/is-record.ts'
import { parseJson } from '../../core/text/parse-json.ts'

/** What becomes of the settings of a backup. */
export interface PlacedSettings {
  /** `none` where the backup has none. */
  readonly outcome: 'none' | 'restored' | 'kept'
  /** Keys that the backup sets, and that are otherwise in the settings that stay. */
  readonly notPut: readonly string[]
}

/** The settings of a backup with the database that kept its swaps, where they do not name one. */
export function withStore(ofBackup: string | undefined, database: string | undefined): string | undefined {
  const settings = ofBackup === undefined ? {} : parseJson(ofBackup)
  if (database === undefined || !isRecord(settings) || settings['store'] !== undefined) return ofBackup
  return `${JSON.stringify({ ...settings, store: database }, undefined, 2)}\n`
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
