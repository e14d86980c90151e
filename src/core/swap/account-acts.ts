import { sameAddress } from '../assets/address-key.ts'
import type { BlockTransaction } from '../evm/block-transaction.ts'
import { ENTRY_POINTS } from '../evm/contracts.ts'
import { ACCOUNT_EVENTS, topicAddress } from '../evm/events.ts'
import { type Log, readTransfer } from '../evm/token-transfer.ts'
import type { TransactionRecord } from './records.ts'

/*
 * What a receipt proves of an account whose transactions others send. Anyone can call it, send it coins or write its address
 * into a log of his own contract; what counts as its act, only its owners can bring about.
 */

/** True where the account of a swap acted: the amount left it, a Safe executed, or an entry point did for it. */
export function actsFor(
  { depositor, srcAddress, terms }: Pick<TransactionRecord, 'depositor' | 'srcAddress' | 'terms'>,
  { logs }: Pick<BlockTransaction, 'logs'>,
): boolean {
  const left = logs
    .flatMap(readTransfer)
    .filter(({ token, from }) => sameAddress(token, srcAddress) && sameAddress(from, depositor))
    .reduce((sum, { amount }) => sum + amount, 0n)
  // Anyone can make tokens report that nothing left an account.
  if (left > 0n && left >= terms.src.amount) return true
  return logs.some((log) => isExecution(log, depositor))
}

/** True where a log is of an address, or has it as an indexed word. */
export function namesInLogs({ logs }: Pick<BlockTransaction, 'logs'>, address: string): boolean {
  const word = `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`
  return logs.some((log) => sameAddress(log.address, address) || log.topics.some((topic) => topic === word))
}

function isExecution({ address, topics, data }: Log, account: string): boolean {
  const { safeExecution, safeModuleExecution, userOperation } = ACCOUNT_EVENTS
  const [topic, , sender] = topics
  if (sameAddress(address, account)) return topic === safeExecution.topic || topic === safeModuleExecution.topic
  if (topic !== userOperation.topic || !ENTRY_POINTS.some((entryPoint) => sameAddress(entryPoint, address)))
    return false
  // Behind the nonce: whether the operation succeeded.
  return sender !== undefined && topicAddress(sender) === account.toLowerCase() && /^0x.{64}0{63}1/.test(data)
}
