import { addressKey } from './address-key.ts'
import { contactOfKey } from './contact-name.ts'
import { splitPayee } from './contacts.ts'
import { isWholeShort, shortAddress } from './short-address.ts'

/*
 * Addresses are made to begin and end like one that somebody pays, since people look at no more of them.
 */

/** An address that is known here, and what it is called: `@bob`. */
export interface KnownAddress {
  readonly name: string
  readonly address: string
}

/** What the settings keep of addresses: the address book, and who pays and is paid by default. */
export function keptAddresses(settings: Iterable<readonly [key: string, value: string]>): readonly KnownAddress[] {
  const known: KnownAddress[] = []
  for (const [key, value] of settings) {
    const contact = contactOfKey(key)
    const isOwn = key.startsWith('recipient.') || key.startsWith('depositor.')
    if (contact === undefined && !isOwn) continue
    const { address } = splitPayee(value)
    known.push({ address, name: contact === undefined ? `your own ${shortAddress(address)}` : `@${contact}` })
  }
  return known
}

/** The payer's own; none where that is not known. */
export function ownAddresses(address: string | undefined): readonly KnownAddress[] {
  return address === undefined ? [] : [{ name: 'your own account', address }]
}

/** The name of an address that this one only begins and ends like; undefined where there is none, and for one that is known itself. */
export function imitatedName(address: string, known: readonly KnownAddress[]): string | undefined {
  const key = addressKey(address)
  if (isWholeShort(key)) return undefined
  const others = known.filter((each) => addressKey(each.address) !== key)
  if (others.length < known.length) return undefined
  return others.find((each) => shortAddress(addressKey(each.address)) === shortAddress(key))?.name
}

/** That an address imitates another one, a clause. @param name as of `imitatedName` */
export function imitationText(name: string): string {
  return `begins and ends like ${name}, and is another address`
}
