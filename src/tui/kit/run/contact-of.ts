import { sameAddress } from '../../../core/assets/address-key.ts'
import { type PayeeText, splitPayee } from '../../../core/assets/contacts.ts'
import type { AppFacts } from '../../events.ts'

/**
 * The name of the address book that stands for a payee: `@bob`; undefined where none does. One that is kept with a memo stands for
 * no other memo: an exchange has one address for all.
 */
export function nameOfContact(
  { settings }: Pick<AppFacts, 'settings'>,
  { address, memo }: PayeeText,
): string | undefined {
  const isPayee = (value: string) => {
    const kept = splitPayee(value)
    return sameAddress(kept.address, address) && (kept.memo === undefined || kept.memo === memo)
  }
  const found = Object.entries(settings).find(([key, value = '']) => key.startsWith(CONTACT) && isPayee(value))
  return found === undefined ? undefined : `@${found[0].slice(CONTACT.length)}`
}

/** Begins the key of a setting that holds a contact. */
const CONTACT = 'contact.'
