import { TOKEN_EVENTS, topicAddress } from './events.ts'
import type { CoinWrap, TokenTransfer } from './receipt.ts'

/** An entry of a receipt's logs, 0x-hex. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** The token transfer of a log entry; none for other events, including NFT transfers, which have a fourth topic. */
export function readTransfer(log: Log): TokenTransfer[] {
  const [topic, from, to, more] = log.topics
  if (topic?.toLowerCase() !== TOKEN_EVENTS.transfer.topic || more !== undefined) return []
  if (!isWord(from) || !isWord(to) || !isWord(log.data)) return []
  const token = log.address.toLowerCase()
  return [{ token, from: topicAddress(from), to: topicAddress(to), amount: BigInt(log.data) }]
}

/** Owner and amount of a wrap or unwrap in a log entry; none for events with another topic. */
export function readWrapped(log: Log, wanted: string): CoinWrap[] {
  const [topic, owner, more] = log.topics
  if (topic?.toLowerCase() !== wanted || more !== undefined) return []
  if (!isWord(owner) || !isWord(log.data)) return []
  return [{ token: log.address.toLowerCase(), owner: topicAddress(owner), amount: BigInt(log.data) }]
}

/** True for 0x-hex of 32 bytes, by its length. */
function isWord(text: string | undefined): text is string {
  return text?.length === 66
}
