import {
  HIDDEN_VALUE,
  isProviderSettingKey,
  isSecretSetting,
  type KnownSetting,
  type ProviderSettingRow,
  rowOfKey,
  settingName,
  settingProblem,
  SETTINGS,
} from '../../../io/index.ts'
import { sameAddress } from '../../../core/assets/address-key.ts'
import { splitPayee } from '../../../core/assets/contacts.ts'
import { confusableContact, lookAlikeContact, looksLikeAddress } from '../../../core/assets/contact-name.ts'
import { hasPostgresPassword } from '../../../core/text/postgres-url.ts'
import { SwapError } from '../../../core/api/errors.ts'
import { commandLine } from '../../../core/text/command-line.ts'
import { defineCommand } from '../../command.ts'
import { didYouMean } from '../../command-line/unknown-name.ts'
import { changeSetting } from '../../exclusive-changes.ts'
import { refuseUnwritableTrace } from '../../trace.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'
import { readChainsHint, unusedNodeProblem } from '../../node-settings.ts'
import { checkKey, KEY, providerRows } from './keys.ts'
import { verifySetKey } from './verify-keys.ts'

/** Choices of settings, by key. */
const CHOICES = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([key, row]) => (row.kind === 'choice' ? [[key, row.choices]] : [])),
)

/** Keeps a setting in the configuration file. */
export const set = defineCommand({
  arguments: {
    ...KEY,
    value: { kind: 'text', suggestionsBehind: CHOICES, description: 'value, or - to read it from stdin' },
  },
  options: { force: { kind: 'switch', description: 'put another address in the place of that of a contact' } },
  examples: [
    'config set slippage 50',
    'config set recipient.bitcoin bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'config set provider.LIFI.api-key - < key.txt',
  ],
  notes: 'Secrets are never printed, and are read from stdin with the value -.',
  repairsSettings: true,
  askMissing: async (session) => ({ words: [await (await import('./ask-setting.ts')).askKey(session)], values: {} }),
  run: async (session, args, { force }) => {
    const { output } = session
    const key = await checkKey(session, args.key)
    const known = await providerRows([key])
    const verify = (value: string) => verifyValue(session, key, value, known)
    const value =
      args.value === undefined && session.interactive
        ? await (await import('./ask-setting.ts')).askValue(session, key, known, verify)
        : await givenValue(session, key, args.value, known)
    const note = await verify(value)
    if (!force) await verifyContactChange(session, key, value)
    await changeSetting(session, key, value)
    output.note(`${key} is now ${isSecretSetting(key, known) ? HIDDEN_VALUE : value}${note === '' ? '' : `: ${note}`}`)
  },
})

type Key = KnownSetting['key']

/** The value that the command line names, or that stdin has. @throws USAGE for none, and for a secret that others can read */
async function givenValue(
  session: Session,
  key: Key,
  given: string | undefined,
  known: readonly ProviderSettingRow[],
): Promise<string> {
  if (given === undefined) throw usage(`${key} needs a value`, `swapcli config set ${key} ${exampleOf(key, known)}`)
  const isUrl = key === 'store' || key === 'store-listen'
  const isTypedSecret = isUrl ? hasPostgresPassword(given) : isProviderSettingKey(key)
  if (given !== '-' && isTypedSecret && isSecretSetting(key, known)) {
    const message = `${key} is secret, and other users of this machine can read the command line`
    throw usage(message, `Pipe it in: swapcli config set ${key} - < ${isUrl ? 'url' : 'key'}.txt`)
  }
  return given === '-' ? (await session.readStdin()).trim() : given
}

/** What is to be said of a value that can be kept; '' for nothing. @throws USAGE CONFIG_INVALID for one that cannot */
async function verifyValue(
  session: Session,
  key: Key,
  value: string,
  known: readonly ProviderSettingRow[],
): Promise<string> {
  const problem = settingProblem(key, value, known)
  if (problem !== undefined) {
    const row = rowOfKey(key, known)
    const near = row?.kind === 'choice' ? didYouMean(value, row.choices) : ''
    throw usage(`${key} ${problem}${near}`, `For example: swapcli config set ${key} ${exampleOf(key, known)}`)
  }
  const unused = await unusedNodeProblem(session, key)
  if (unused !== undefined) throw usage(unused, readChainsHint(key))
  if (key === 'trace') await refuseUnwritableTrace(value)
  await verifySetKey(session, key, value)
  const name = settingName(key)
  const other = name === 'contact' ? lookAlikeContact(key, session.settings.keys()) : undefined
  if (name === 'contact' && looksLikeAddress(key.slice('contact.'.length)))
    throw usage(`${key} reads like an address, and would pay another one: choose another name`)
  if (other !== undefined) throw usage(`${key} looks like ${other}, which is in your address book: choose another name`)
  if (name !== 'contact' && name !== 'recipient' && name !== 'depositor') return ''
  // Loaded for addresses only: their rules and the catalog take longer than the rest.
  const address = await (await import('./address-check.ts')).checkAddressIn(name, key, value)
  if (address.ok) {
    const near = name === 'contact' ? confusableContact(key, session.settings.keys()) : undefined
    const warning = near === undefined ? '' : `; warning: it is easily taken for ${near}`
    return `${address.note}${warning}`
  }
  const next =
    address.wrong === 'memo'
      ? `Check the memo behind the address: swapcli config set ${key} 'ADDRESS MEMO'`
      : `Check the address: swapcli config set ${key} ADDRESS`
  throw usage(`${key} was not set. ${address.reason}`, next)
}

/** The address of a contact is put in the place of another one where that is agreed to. @throws USAGE INTERRUPTED */
async function verifyContactChange(session: Session, key: Key, value: string): Promise<void> {
  const before = settingName(key) === 'contact' ? session.settings.get(key)?.value : undefined
  if (before === undefined || sameAddress(splitPayee(before).address, splitPayee(value).address)) return
  const message = `${key} is ${before}`
  if (!session.interactive) {
    throw usage(
      `${message}: nothing was changed`,
      `Replace it: ${commandLine(['config', 'set', key, value, '--force'])}`,
    )
  }
  const { confirm } = await import('../../prompts.ts')
  if (!(await confirm(session, `${message}. Put ${value} in its place?`))) {
    throw new SwapError('INTERRUPTED', `${message} still: nothing was changed`)
  }
}

function exampleOf(key: string, known: readonly ProviderSettingRow[]): string {
  const row = rowOfKey(key, known)
  return row === undefined || isSecretSetting(key, known) ? '-' : row.example
}
