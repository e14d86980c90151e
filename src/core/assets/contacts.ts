import { SwapError } from '../api/errors.ts'

/** The contact's name in a text: `alice` for `@Alice`; undefined for any other text. */
export function contactName(text: string): string | undefined {
  const match = /^@([a-z0-9][a-z0-9:-]{0,60})$/i.exec(text.trim())
  return match?.[1]?.toLowerCase()
}

/**
 * The recipient's address: the stored one for `@name`, otherwise the text as it is. The caller checks it against the chain.
 * @param setting value of a setting by its key, such as `contact.alice`
 * @throws INVALID_ADDRESS for a name that is not in the address book
 */
export function resolveContact(text: string, setting: (key: `contact.${string}`) => string | undefined): string {
  const name = contactName(text)
  if (name === undefined) return text
  const address = setting(`contact.${name}`)
  if (address !== undefined && address !== '') return address
  throw new SwapError('INVALID_ADDRESS', `There is no @${name} in your address book`, {
    field: 'recipient',
    hint: `Save the address: swapcli config set contact.${name} ADDRESS`,
  })
}
