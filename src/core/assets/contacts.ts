import { SwapError } from '../api/errors.ts'

/** Name of the contact that a text stands for: `alice` for `@Alice`; undefined for a text that is none. */
export function contactName(text: string): string | undefined {
  const match = /^@([a-z0-9][a-z0-9:-]{0,60})$/i.exec(text.trim())
  return match?.[1]?.toLowerCase()
}

/**
 * Who a text about a recipient means: the address that is kept for `@name`, else the text as it is. What comes out is
 * still to be checked against the chain.
 * @param setting value of a setting by its key, such as `contact.alice`
 * @throws INVALID_ADDRESS for a name that is not in the address book
 */
export function recipientMeant(text: string, setting: (key: string) => string | undefined): string {
  const name = contactName(text)
  if (name === undefined) return text
  const address = setting(`contact.${name}`)
  if (address !== undefined && address !== '') return address
  throw new SwapError('INVALID_ADDRESS', `Nobody is called @${name} in your address book`, {
    field: 'recipient',
    hint: `Keep the address: swapcli config set contact.${name} ADDRESS`,
  })
}
