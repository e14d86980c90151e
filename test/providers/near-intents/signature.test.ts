import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSigned, QUOTE_KEY, signedText } from '../../../src/providers/near-intents/signature.ts'

/*
 * Recorded quotes, of production by a public wallet and of staging by the tests of the official SDK; hashes and verdicts are
 * those of its `verifyQuoteSignature`.
 */

interface Signed {
  readonly quote: Readonly<Record<string, unknown>>
  readonly quoteRequest: Readonly<Record<string, unknown>>
  readonly signature: string
}
interface Vector {
  readonly name: string
  readonly publicKey: string
  readonly hash: string
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const vectors = read('./signed/vectors.json') as readonly Vector[]

/** The signed reply of a recording; a status holds it. */
function replyOf(name: string): Signed {
  const folder = name.startsWith('status-') ? 'recordings' : 'signed'
  const recorded = read(`./${folder}/${name}.json`) as Signed | { readonly quoteResponse: Signed }
  return 'quoteResponse' in recorded ? recorded.quoteResponse : recorded
}

test.each(vectors)('$name is signed as the official SDK has it', ({ name, publicKey, hash }) => {
  const reply = replyOf(name)
  expect(signedText(reply)).toBe(hash)
  expect(isSigned(reply, publicKey)).toBe(true)
  const isStaging = name.endsWith('-staging')
  expect(isSigned(reply, QUOTE_KEY)).toBe(!isStaging)
})

describe('of the recorded firm quote', () => {
  const live = replyOf('quote-solusdc-zec-live')
  const quote = (change: object) => ({ ...live, quote: { ...live.quote, ...change } })
  const request = (change: object) => ({ ...live, quoteRequest: { ...live.quoteRequest, ...change } })

  test.each<[string, object]>([
    ['deposit address', quote({ depositAddress: '13QkxhNMrTPxoCkRdYdJ65tFuwXPhL5gLS2Z5Nr6gjRK' })],
    ['deposit memo', quote({ depositMemo: '1' })],
    ['output', quote({ amountOut: '340566' })],
    ['least output', quote({ minAmountOut: '1' })],
    ['life of the address', quote({ deadline: '2026-10-06T18:59:39.000Z' })],
    ['duration as text', quote({ timeEstimate: '137' })],
    ['refund fee', quote({ refundFee: '1' })],
    ['recipient', request({ recipient: 'u1other' })],
    ['refund address', request({ refundTo: 'E5RdW4ip1B4wx1Loy83zr2dVadYywJazHvB22JBKq1Dg' })],
    ['slippage', request({ slippageTolerance: 101 })],
    ['referral', request({ referral: undefined })],
    ['no referral', request({ referral: null })],
    ['purpose', request({ dry: true })],
    ['time', { ...live, timestamp: '2026-10-02T18:29:39.676Z' }],
    ['signature', { ...live, signature: `ed25519:1${live.signature.slice(9)}` }],
    ['missing signature', { ...live, signature: undefined }],
    ['signature that is no text', { ...live, signature: 7 }],
    ['signature that is no base58', { ...live, signature: 'ed25519:0OIl' }],
  ])('another %s is not signed', (_what, reply) => {
    expect(isSigned(reply, QUOTE_KEY)).toBe(false)
  })

  // What this leaves open, prepare compares with what was asked.
  test.each<[string, object]>([
    ['the deadline of its request', request({ deadline: '2027-01-01T00:00:00.000Z' })],
    ['app fees', request({ appFees: [] })],
    ['confidentiality', request({ confidentiality: 'basic' })],
    ['deposit mode', request({ depositMode: 'MEMO' })],
    ['a waiting time of nothing', request({ quoteWaitingTimeMs: undefined })],
    ['members that are null', request({ virtualChainRecipient: null })],
    ['the id', { ...live, correlationId: 'other' }],
    ['unknown members', quote({ new: 1 })],
    ['a signature without its prefix', { ...live, signature: live.signature.replace('ed25519:', '') }],
  ])('%s: the signature does not cover it', (_what, reply) => {
    expect(isSigned(reply, QUOTE_KEY)).toBe(true)
  })

  test('a key that is none verifies nothing', () => {
    for (const key of ['', 'ed25519:', 'ed25519:111', 'not base58 0OIl']) expect(isSigned(live, key)).toBe(false)
  })
})
