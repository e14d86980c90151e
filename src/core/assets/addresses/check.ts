/**
 * The verdict on an address of one chain family. `canonical` is the form to store and send to; `warning` is one sentence
 * to show before money goes there; `reason` is one sentence a person can act on. Neither ever holds unchecked input.
 */
export type AddressCheck =
  | { readonly ok: true; readonly canonical: string; readonly warning?: string }
  | { readonly ok: false; readonly reason: string }

/** Checks printable ASCII text of 1 to 256 characters as an address of one family. */
export type AddressRule = (text: string) => AddressCheck

/** The refusal of a text whose shape is right but whose checksum is not. */
export const BAD_CHECKSUM = 'The checksum of this address does not match: a character is wrong, so copy it again'

/** The refusal of an address of no owner. */
export const ZERO_ADDRESS = 'This is the all-zero address, which has no owner: anything sent to it is lost'

/** An address that may be paid, with an optional sentence to show first. */
export function accept(canonical: string, warning?: string): AddressCheck {
  return warning === undefined ? { ok: true, canonical } : { ok: true, canonical, warning }
}

/** An address that must not be paid. */
export function refuse(reason: string): AddressCheck {
  return { ok: false, reason }
}
