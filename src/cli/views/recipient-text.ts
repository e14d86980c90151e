import { namedAddress } from '../../core/text/named-address.ts'

/** `alice.eth, 0x…`, or the address alone. @param name what the address was looked up for */
export function recipientText(recipient: string, name: string | undefined): string {
  return name === undefined ? recipient : namedAddress(name, recipient, ',')
}
