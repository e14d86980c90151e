import { SwapError } from '../api/errors.ts'
import { cleanText } from '../text/clean-text.ts'
import { readContactName } from './contact-name.ts'

/** Who is paid, as a person writes it: an address or a name and, behind a space, what the payment must state. */
export interface PayeeText {
  readonly address: string
  /** Destination tag, memo or comment, or `none`; undefined where nothing is said of it. */
  readonly memo: string | undefined
}

/** The parts of `ADDRESS MEMO`. */
export function splitPayee(text: string): PayeeText {
  const [, address = '', memo] = /^(\S*)(?:\s+(.+))?$/s.exec(text.trim()) ?? []
  return { address, memo }
}

/** The text that has these parts. */
export function joinPayee({ address, memo }: PayeeText): string {
  return memo === undefined ? address : `${address} ${memo}`
}

/** The contact's name in a text as it is kept: `alice` for `@Alice`; undefined for any other text. */
export function contactName(text: string): string | undefined {
  const typed = text.trim()
  if (!typed.startsWith('@')) return undefined
  const read = readContactName(typed.slice(1))
  return read.ok ? read.name : undefined
}

/** Why a text that begins with `@` names no contact, as a predicate; undefined where it may, and for any other text. */
export function contactNameProblem(text: string): string | undefined {
  const typed = text.trim()
  if (!typed.startsWith('@')) return undefined
  const read = readContactName(typed.slice(1))
  return read.ok ? undefined : read.problem
}

/**
 * Who a text stands for: the stored address and memo for `@name`, otherwise the text's own. The caller checks both against the
 * chain.
 * @param setting value of a setting by its key, such as `contact.alice`
 * @throws INVALID_ADDRESS for a name that is none or not in the address book, or whose memo there is another than the text's
 */
export function resolveContact(text: string, setting: (key: `contact.${string}`) => string | undefined): PayeeText {
  const written = splitPayee(text)
  const problem = contactNameProblem(written.address)
  if (problem !== undefined) {
    throw new SwapError('INVALID_ADDRESS', `The name in ${cleanText(written.address)} ${problem}`, {
      field: 'recipient',
      hint: 'See your contacts: swapcli config list',
    })
  }
  const name = contactName(written.address)
  if (name === undefined) return written
  const kept = setting(`contact.${name}`)
  if (kept !== undefined && kept !== '') {
    const { address, memo = written.memo } = splitPayee(kept)
    if (written.memo === undefined || written.memo === memo) return { address, memo }
    throw new SwapError(
      'INVALID_ADDRESS',
      `@${name} is kept with the memo ${memo}, and ${written.memo} is given with it`,
      {
        field: 'recipient',
        hint: `Name the address instead, or keep another memo: swapcli config set contact.${name} '${address} ${written.memo}'`,
      },
    )
  }
  throw new SwapError('INVALID_ADDRESS', `There is no @${name} in your address book`, {
    field: 'recipient',
    hint: `Save the address: swapcli config set contact.${name} ADDRESS`,
  })
}
