import { createPublicKey, verify } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58 } from '@scure/base'
import { isRecord } from '../../core/is-record.ts'

/*
 * The signature of a quote, as `verifyQuoteSignature` of the API's own SDK verifies it
 * (https://www.npmjs.com/package/@defuse-protocol/one-click-sdk-typescript, 0.1.25): the only proof of whose a deposit address
 * is. It covers neither app fees, confidentiality and deposit mode, nor, of a firm quote, the deadline of its request.
 */

/** The key that signs quotes in production. */
export const QUOTE_KEY = 'ed25519:reYaWhvwu8Jzo3WUM3zhn6VrhuMEF4eADL17qtRVifc'

const REQUEST = [
  ...['dry', 'swapType', 'slippageTolerance', 'originAsset', 'depositType', 'destinationAsset', 'amount'],
  ...['refundTo', 'refundType', 'recipient', 'recipientType', 'deadline'],
]
const REQUEST_IF_SET = [
  ...['quoteWaitingTimeMs', 'referral', 'virtualChainRecipient', 'virtualChainRefundRecipient', 'customRecipientMsg'],
]
const QUOTE = [
  ...['amountIn', 'amountInFormatted', 'amountInUsd', 'minAmountIn'],
  ...['amountOut', 'amountOutFormatted', 'amountOutUsd', 'minAmountOut'],
]
/** Of a firm quote; one that is not set takes a member of the request with the same name away. */
const FIRM_IF_SET = [
  ...['depositAddress', 'depositMemo', 'deadline', 'timeWhenInactive', 'timeEstimate', 'virtualChainRecipient'],
  ...['virtualChainRefundRecipient', 'customRecipientMsg', 'refundFee', 'withdrawFee'],
]

/**
 * The text that is signed: the base58 form of the SHA-256 of the covered members, as JSON with sorted names.
 * @param reply of POST /v0/quote, or `quoteResponse` of a status, as it was received
 */
export function signedText(reply: unknown): string {
  const { quote, quoteRequest, timestamp } = isRecord(reply) ? reply : {}
  const [stated, request] = [quote, quoteRequest].map((part) => (isRecord(part) ? part : {})) as Parts
  const isFirm = request['dry'] === false
  const members = {
    ...pick(request, REQUEST),
    ...pick(
      request,
      REQUEST_IF_SET.filter((name) => Boolean(request[name])),
    ),
    ...pick(stated, QUOTE),
    ...(isFirm ? Object.fromEntries(FIRM_IF_SET.map((name) => [name, stated[name] || undefined])) : {}),
    timestamp,
  }
  const sorted = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  return base58.encode(sha256(new TextEncoder().encode(JSON.stringify(Object.fromEntries(sorted)))))
}

type Parts = [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** True where the key signed this reply. @param key base58 of 32 bytes, with or without `ed25519:` before it */
export function isSigned(reply: unknown, key: string): boolean {
  const signature = isRecord(reply) ? reply['signature'] : undefined
  if (typeof signature !== 'string') return false
  const [keyBytes, signatureBytes] = [readBase58(key), readBase58(signature)]
  if (keyBytes?.length !== 32 || signatureBytes?.length !== 64) return false
  const x = Buffer.from(keyBytes).toString('base64url')
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, Buffer.from(signedText(reply)), publicKey, signatureBytes)
}

function readBase58(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text.replace(/^ed25519:/, ''))
  } catch {
    return undefined
  }
}
