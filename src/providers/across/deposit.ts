import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { encodeCall } from '../../core/evm/abi.ts'
import { ACROSS_EVENTS } from '../../core/evm/events.ts'
import { readable, readAddress, readBytes, readList, readNumber, resultsOf, type Words } from '../../core/evm/words.ts'
import { HEX_WORD } from '../../core/text/hex.ts'
import { type ChainLog, isOf } from '../kit/chain-logs.ts'

/*
 * Deposits and fills as SpokePools note them, https://github.com/across-protocol/contracts. Addresses are words of 32 bytes there,
 * so that Solana's fit too.
 */

const word = z.string().regex(HEX_WORD)
const units = z.string().regex(/^[0-9]{1,78}$/)

/** A deposit in the form that tracking keeps: words as 0x-hex in small letters, amounts and ids as decimal text. */
export const depositSchema = z.object({
  depositId: units,
  depositor: word,
  recipient: word,
  inputToken: word,
  outputToken: word,
  /** Base units. */
  inputAmount: units,
  outputAmount: units,
  /** Epoch seconds on the destination chain after which nobody may pay out. */
  fillDeadlineSec: z.number(),
  exclusivityDeadlineSec: z.number(),
  exclusiveRelayer: word,
  /** Hash of what the recipient, a contract then, does on arrival; zero where there is nothing to do. */
  messageHash: word,
  /** Under which the destination's SpokePool notes whether it is filled. */
  relayHash: word,
})
export type AcrossDeposit = z.infer<typeof depositSchema>

/** A fill as far as it is not what the deposit says anyway. */
export interface AcrossFill {
  /** Word of who was paid. */
  readonly recipient: string
  /** Base units that were paid. */
  readonly amountOut: bigint
}

/** A refund as it stands in a bundle. */
export interface RefundQuery {
  readonly token: string
  readonly to: string
  /** Base units. */
  readonly least: bigint
}

export const NO_MESSAGE = `0x${'0'.repeat(64)}`

/** The word of an EVM address, in small letters. */
export function addressAsWord(address: string): string {
  return asWord(BigInt(address))
}

/** The EVM address in a word, in small letters; undefined for a longer one. */
export function wordAsAddress(stated: string): string | undefined {
  return /^0x0{24}/.test(stated) ? `0x${stated.slice(26)}` : undefined
}

/**
 * The deposit into a SpokePool that a log notes, with what is done on arrival (0x-hex, `0x` for nothing); undefined for any other log.
 * @param spokePool of the origin chain
 */
export function readDeposit(
  log: ChainLog,
  spokePool: string,
  originChainId: number,
  destinationChainId: number,
): { readonly deposit: AcrossDeposit; readonly message: string } | undefined {
  const topics = [ACROSS_EVENTS.fundsDeposited.topic, asWord(BigInt(destinationChainId))]
  const [, , depositId = '', depositor = ''] = log.topics
  if (!isOf(log, { address: spokePool, topics }) || log.topics.length !== 4) return undefined
  return readable(() => {
    const data = resultsOf(log.data)
    const message = readBytes(data, 9)
    const relay = {
      depositor: BigInt(depositor),
      recipient: readNumber(data, 7),
      exclusiveRelayer: readNumber(data, 8),
      inputToken: readNumber(data, 0),
      outputToken: readNumber(data, 1),
      inputAmount: readNumber(data, 2),
      outputAmount: readNumber(data, 3),
      originChainId: BigInt(originChainId),
      depositId: BigInt(depositId),
      fillDeadline: readNumber(data, 5),
      exclusivityDeadline: readNumber(data, 6),
    }
    const encoded = encodeCall('0x', [
      { struct: [...Object.values(relay), { bytes: message }] },
      BigInt(destinationChainId),
    ])
    const deposit = {
      depositId: relay.depositId.toString(),
      depositor: asWord(relay.depositor),
      recipient: asWord(relay.recipient),
      inputToken: asWord(relay.inputToken),
      outputToken: asWord(relay.outputToken),
      inputAmount: relay.inputAmount.toString(),
      outputAmount: relay.outputAmount.toString(),
      fillDeadlineSec: Number(relay.fillDeadline),
      exclusivityDeadlineSec: Number(relay.exclusivityDeadline),
      exclusiveRelayer: asWord(relay.exclusiveRelayer),
      messageHash: message === '0x' ? NO_MESSAGE : hashOf(message),
      relayHash: hashOf(encoded),
    }
    return { deposit, message }
  })
}

/** Topics of the fills of a deposit; anybody can make another fill with these topics, so that the data decides. */
export function fillTopics({ depositId }: AcrossDeposit, originChainId: number): readonly string[] {
  return [ACROSS_EVENTS.filledRelay.topic, asWord(BigInt(originChainId)), asWord(BigInt(depositId))]
}

/** What a fill paid; undefined unless it is one of exactly this deposit. @param log one with the topics of `fillTopics` */
export function readFill({ data }: ChainLog, deposit: AcrossDeposit): AcrossFill | undefined {
  return readable(() => {
    const words = resultsOf(data)
    const stated = [0, 1, 2, 3, 5, 6, 7, 8, 9, 10].map((index) => readNumber(words, index))
    const expected = [
      deposit.inputToken,
      deposit.outputToken,
      deposit.inputAmount,
      deposit.outputAmount,
      deposit.fillDeadlineSec,
      deposit.exclusivityDeadlineSec,
      deposit.exclusiveRelayer,
      deposit.depositor,
      deposit.recipient,
      deposit.messageHash,
    ].map(BigInt)
    if (!stated.every((value, index) => value === expected[index])) return undefined
    return { recipient: asWord(readNumber(words, 11)), amountOut: readNumber(words, 13) }
  })
}

/** True for a bundle of refunds that pays at least so much to an account. @param log one of `executedRelayerRefundRoot` */
export function paysRefund({ data }: ChainLog, { token, to, least }: RefundQuery): boolean {
  return (
    readable(() => {
      const words = resultsOf(data)
      if (readAddress(words, 2) !== token) return false
      const amounts = listOf(words, 1)
      const accounts = listOf(words, 3)
      return accounts.some((account, index) => account === BigInt(to) && (amounts[index] ?? 0n) >= least)
    }) ?? false
  )
}

/** Most refunds of one bundle's leaf that are read: the protocol makes it 25. */
const MOST_REFUNDS = 200

function listOf(words: Words, index: number): readonly bigint[] {
  const { length, elements } = readList(words, index, MOST_REFUNDS)
  return Array.from({ length }, (_, position) => readNumber(elements, position))
}

function asWord(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}

function hashOf(hex: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(hex.slice(2))))}`
}
