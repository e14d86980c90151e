import {
  defaultText,
  isKeyed,
  isSecretSetting,
  type KnownSetting,
  type ProviderSettingRow,
  rowOfKey,
  SETTING_NAMES,
  type SettingRow,
  SETTINGS,
} from '../../../io/index.ts'
import { clean, cleanText } from '../../../core/text/clean-text.ts'
import { askHidden, askText, choose, promptColumns, problemBy, searchFor } from '../../prompts.ts'
import { BESIDE_LINE, layOutList } from '../../output/list-lines.ts'
import { knownProviderSettings } from '../../provider-settings.ts'
import type { Session } from '../../session.ts'
import { checkKey } from './keys.ts'

const COLUMNS = [
  { header: 'SETTING', most: 32 },
  { header: 'WHAT IT SAYS', grows: 8 },
] as const

/** Lets a person find a setting by words, and name what it is set for. */
export async function askKey(session: Session): Promise<KnownSetting['key']> {
  const ofProviders = (await knownProviderSettings()).map(({ key, description }) => ({ key, description }))
  const own = SETTING_NAMES.map((name) => ({ key: name, description: SETTINGS[name].description }))
  const all: readonly { readonly key: string; readonly description: string }[] = [...own, ...ofProviders]
  const found = await searchFor(session, 'Which setting?', async (text) => {
    const words = text.toLowerCase().split(/\s+/)
    const fitting = all.filter(({ key, description }) => {
      const line = `${key} ${description}`.toLowerCase()
      return words.every((word) => line.includes(word))
    })
    if (fitting.length === 0) throw new Error('No setting has these words in its name or its description')
    const rows = fitting.map(({ key, description }) => [key, description])
    const { header, lines } = await layOutList(COLUMNS, rows, promptColumns(session) - BESIDE_LINE)
    return { header, candidates: fitting.map((each, at) => candidateOf(each, lines[at])) }
  })
  const name = SETTING_NAMES.find((each) => each === found)
  if (name === undefined || !isKeyed(name)) return checkKey(session, found)
  const { suffix = 'name' }: SettingRow = SETTINGS[name]
  const keyOf = (part: string) => `${name}.${part}`
  const part = await askText(session, `For which ${suffix}?`, (text) => problemBy(() => checkKey(session, keyOf(text))))
  return checkKey(session, keyOf(part))
}

function candidateOf({ key, description }: { readonly key: string; readonly description: string }, line = clean``) {
  const [short, whole] = [cleanText(key), cleanText(description, 400)]
  return { value: key, name: line, spoken: clean`${short}, ${whole}`, short, description: whole }
}

/** What a value is checked by: it throws why it does not hold. */
type Verify = (value: string) => Promise<unknown>

/** Asks for the value of a setting, until there is one that holds; a secret is not shown. */
export async function askValue(
  session: Session,
  key: KnownSetting['key'],
  known: readonly ProviderSettingRow[],
  verify: Verify,
): Promise<string> {
  const row = rowOfKey(key, known)
  const now = session.settings.get(key)?.value ?? (row === undefined ? undefined : defaultText(row))
  if (row?.kind === 'choice') {
    const choices = row.choices.map((value) => ({
      value,
      name: value === now ? `${value}  (now)` : value,
      short: value,
    }))
    return choose(session, `${key}:`, choices)
  }
  const judge = (value: string) => problemBy(() => verify(value))
  if (isSecretSetting(key, known)) return askHidden(session, `${key} (hidden):`, judge)
  return askText(session, `${key}${now === undefined ? '' : `, now ${now}`}:`, judge)
}
