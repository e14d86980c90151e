import { confusableContact, contactOfKey } from '../../../core/assets/contact-name.ts'
import { contactName, joinPayee, type PayeeText, splitPayee } from '../../../core/assets/contacts.ts'
import { isKeptFor } from '../../../core/assets/kept-contact.ts'
import { addressFingerprint } from '../../../core/assets/fingerprint.ts'
import { imitatedName, keptAddresses, ownAddresses } from '../../../core/assets/imitated-address.ts'
import { shortAddress } from '../../../core/assets/short-address.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { AppFacts } from '../../events.ts'
import { rememberLast } from '../remember-last.ts'

/**
 * The name of the address book that stands for a payee: `@bob`; undefined where none does. One that is kept with a memo stands for
 * no other memo: an exchange has one address for all.
 */
export function nameOfContact({ settings }: Pick<AppFacts, 'settings'>, payee: PayeeText): string | undefined {
  for (const [key, value = ''] of Object.entries(settings)) {
    const name = contactOfKey(key)
    if (name !== undefined && isKeptFor(value, payee)) return `@${name}`
  }
  return undefined
}

/**
 * That a name of the address book stands for somebody else than this payee now, in words; undefined where it does not. @param name
 * with `@`; undefined, and what is no name of the address book, is taken for none
 */
export function movedContactText(
  settings: AppFacts['settings'],
  name: string | undefined,
  payee: PayeeText,
): string | undefined {
  const contact = name === undefined ? undefined : contactName(name)
  if (contact === undefined) return undefined
  const kept = settings[`contact.${contact}`]
  if (kept === undefined) return `@${contact} is not in the address book any more`
  if (isKeptFor(kept, payee)) return undefined
  const { address, memo } = splitPayee(kept)
  const of = (each: PayeeText) => joinPayee({ ...each, address: shortAddress(each.address) })
  const now = cleanText(of({ address, memo }), 300)
  return `@${contact} now stands for ${now} [${addressFingerprint(address)}], and not for ${cleanText(of(payee), 300)}`
}

/**
 * What an address only begins and ends like, `@bob`; undefined where it imitates none of those that the settings keep, nor the
 * payer's own. @param own address of the payer; undefined where that is not known
 */
export function imitatedOf(
  { settings }: Pick<AppFacts, 'settings'>,
  address: string,
  own: string | undefined,
): string | undefined {
  return findImitated(settings, address, own)
}

const findImitated = rememberLast(
  (settings: AppFacts['settings'], address: string, own: string | undefined): string | undefined => {
    const kept = keptAddresses(Object.entries(settings).map(([key, value = '']) => [key, value]))
    return imitatedName(address, [...kept, ...ownAddresses(own)])
  },
)

/**
 * Another name of the address book, of somebody else, that is easily taken for this one: `@b0b` for `@bob`; undefined where there
 * is none. @param name with `@`; undefined, and what is no name of the address book, is taken for none
 */
export function nearContact({ settings }: Pick<AppFacts, 'settings'>, name: string | undefined): string | undefined {
  return findNear(settings, name)
}

const findNear = rememberLast((settings: AppFacts['settings'], name: string | undefined): string | undefined => {
  const contact = name === undefined ? undefined : contactName(name)
  if (contact === undefined) return undefined
  const own = settings[`contact.${contact}`]
  const others = Object.entries(settings).flatMap(([key, value]) => (value === own ? [] : (contactOfKey(key) ?? [])))
  const near = confusableContact(contact, others)
  return near === undefined ? undefined : `@${near}`
})
