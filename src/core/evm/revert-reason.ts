import { argumentsOf, readable, readArgument, readBytes, utf8Text } from './words.ts'
import { isRecord } from '../is-record.ts'
import type { RpcError } from './rpc-error.ts'
import { cleanText } from '../text/clean-text.ts'

/** Selector of the built-in Error(string). */
const ERROR = '0x08c379a0'
/** Selector of the built-in Panic(uint256), https://docs.soliditylang.org/en/latest/control-structures.html */
const PANIC = '0x4e487b71'
/** Longest reason, in characters. */
const MAX_LENGTH = 120

/** What the numbers of a panic mean. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x01n, 'a check inside the contract failed'],
  [0x11n, 'a number became too large or too small'],
  [0x12n, 'a division by zero'],
  [0x21n, 'a value that an enumeration lacks'],
  [0x31n, 'a removal from an empty array'],
  [0x32n, 'an index beyond the end of an array'],
  [0x41n, 'too much memory was requested'],
])

/** Errors that tokens, routers and bridges declare themselves, by selector. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['0xe450d38c', 'ERC20InsufficientBalance'],
  ['0xfb8f41b2', 'ERC20InsufficientAllowance'],
  ['0xec442f05', 'ERC20InvalidReceiver'],
  ['0x96c6fd1e', 'ERC20InvalidSender'],
  ['0x94280d62', 'ERC20InvalidSpender'],
  ['0x5274afe7', 'SafeERC20FailedOperation'],
  ['0xd93c0665', 'EnforcedPause'],
  ['0xf4d678b8', 'InsufficientBalance'],
  ['0x13be252b', 'InsufficientAllowance'],
  ['0xf96fb071', 'InsufficientAllowance'],
  ['0x90b8ec18', 'TransferFailed'],
  ['0x7939f424', 'TransferFromFailed'],
  ['0xb12d13eb', 'ETHTransferFailed'],
  ['0x5a046737', 'NativeAssetTransferFailed'],
  ['0xcd786059', 'AddressInsufficientBalance'],
  ['0x1425ea42', 'FailedInnerCall'],
  ['0xd6bda275', 'FailedCall'],
  ['0x3ee5aeb5', 'ReentrancyGuardReentrantCall'],
  ['0xd81b2f2e', 'AllowanceExpired'],
  ['0xcd21db4f', 'SignatureExpired'],
  ['0x756688fe', 'InvalidNonce'],
  ['0x815e1d64', 'InvalidSigner'],
  ['0xf722177f', 'InvalidQuoteTimestamp'],
  ['0x582e3889', 'InvalidFillDeadline'],
  ['0xd642b7d9', 'ExpiredFillDeadline'],
  ['0x8f260c60', 'RelayFilled'],
  ['0x5a65d188', 'DepositsArePaused'],
  ['0x7b21f8aa', 'FillsArePaused'],
  ['0x2a58c4f3', 'DisabledRoute'],
  ['0x275c273c', 'CumulativeSlippageTooHigh'],
  ['0xcea9e31d', 'InsufficientReturnAmount'],
  ['0x5bf6f916', 'TransactionDeadlinePassed'],
  ['0x39d35496', 'V3TooLittleReceived'],
  ['0x849eaf98', 'V2TooLittleReceived'],
])

/** Texts that say too little by themselves. */
const TERSE: ReadonlyMap<string, string> = new Map([
  ['STF', 'STF: the token could not be taken from the wallet'],
  ['TF', 'TF: the token could not be sent'],
])

/** How nodes say that a call was reverted. */
const REVERT_WORDS = /\brevert/i

/**
 * Why a contract reverted a call, for a person, from what it returned: its own text, the name of a known error, or the
 * selector of an unknown one. Undefined when it returned nothing.
 * @param data 0x-hex
 */
export function decodeRevert(data: string): string | undefined {
  const selector = data.slice(0, 10).toLowerCase()
  if (!/^0x[0-9a-f]{8}$/.test(selector)) return undefined
  if (selector === ERROR) return errorText(data)
  if (selector === PANIC) {
    const code = readArgument(data, 0)
    return code === undefined ? 'panic' : (PANICS.get(code) ?? `panic 0x${code.toString(16)}`.slice(0, MAX_LENGTH))
  }
  return NAMED.get(selector) ?? `error ${selector}`
}

function errorText(data: string): string | undefined {
  const bytes = readable(() => readBytes(argumentsOf(data), 0))
  return bytes === undefined ? undefined : cleanReason(utf8Text(bytes, MAX_LENGTH * 4))
}

/**
 * What a contract returned as it reverted a call, from the `data` of a node's error: it stands there, at some nodes one
 * or two levels deeper, at others behind a word. Undefined when that is no 0x-hex of whole bytes.
 */
export function revertData(data: unknown): string | undefined {
  let inner = data
  for (let level = 0; level < 3 && isRecord(inner); level += 1) inner = inner['data'] ?? inner['originalError']
  return typeof inner === 'string' ? /(?:^|\bReverted )(0x(?:[0-9a-fA-F]{2})*)$/.exec(inner)?.[1] : undefined
}

/** True for a node's error that says that a contract reverted the call; false for trouble of the node itself. */
export function isRevert({ code, message, data }: RpcError): boolean {
  return code === 3 || REVERT_WORDS.test(message) || (data !== undefined && data.length >= 10)
}

/**
 * Why a call was reverted, for a person, from a node's error: what the contract returned, otherwise what the node says
 * about it. Undefined for another error, or when neither gives a reason.
 */
export function revertReason(error: RpcError): string | undefined {
  if (!isRevert(error)) return undefined
  const decoded = error.data === undefined ? undefined : decodeRevert(error.data)
  if (decoded !== undefined) return decoded
  const [, stated = ''] = /\breverted(?: with reason string)?:?\s+['"]?(.+?)['"]?$/i.exec(error.message) ?? []
  return cleanReason(stated)
}

function cleanReason(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === '' ? undefined : cleanText(TERSE.get(trimmed) ?? trimmed, MAX_LENGTH)
}
