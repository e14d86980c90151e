import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { decodeCall } from '../../../../src/wallet/evm/calldata/decode-call.ts'
import { KNOWN_CALLS } from '../../../../src/wallet/evm/calldata/known-calls.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { coinExec, tokenExec } from './attacks.ts'
import { dlnOrder, spokeDeposit, thorDeposit } from './bridge-calls.ts'
import { DLN_SOURCE, PERMIT2, ROUTER, SPOKE_POOL, THOR_ROUTER, USDC } from './contracts.ts'
import { ALICE, BTC_BOB, MALLORY, NOW_MS, NOW_SEC } from './parties.ts'
import { multicall, single, unwrappingSwap } from './router-calls.ts'
import { BRIDGE_TERMS, BTC_TERMS, TOKEN_TERMS, WETH_TERMS } from './terms.ts'
import { approve, permit2 } from './token-calls.ts'

const AMOUNT = 100_000_000n
const honest: readonly (readonly [Exec, PayTerms])[] = [
  [tokenExec(ROUTER, multicall([single()]), { allSteps: [step(USDC, approve(ROUTER, AMOUNT))] }), WETH_TERMS],
  [tokenExec(ROUTER, unwrappingSwap()), TOKEN_TERMS],
  [tokenExec(SPOKE_POOL, spokeDeposit()), BRIDGE_TERMS],
  [tokenExec(DLN_SOURCE, dlnOrder()), BRIDGE_TERMS],
  [coinExec(THOR_ROUTER, thorDeposit(`=:BTC.BTC:${BTC_BOB}:3000000`)), BTC_TERMS],
  [
    tokenExec(ROUTER, single(), {
      approvalTarget: PERMIT2,
      allSteps: [step(PERMIT2, permit2(USDC, ROUTER, AMOUNT, NOW_SEC + 60n))],
    }),
    WETH_TERMS,
  ],
]

function step(to: string, data: string) {
  return { type: 'call', chainId: 1, to, data, value: '0' }
}

const FIELDS = [
  'chainId',
  'providerTarget',
  'providerCalldata',
  'value',
  'srcToken',
  'srcAmount',
  'approvalTarget',
  'approvalToken',
  'approvalAmount',
] as const

/** Values that a field may be given: plausible ones, and anything. */
const anyValue = fc.oneof(
  fc.constantFrom(MALLORY, ALICE, USDC, ROUTER, PERMIT2, 'native', '', '0x', '0', '-1', '1e8', 1, null),
  fc.bigInt(0n, 2n ** 260n).map(String),
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF') }).map((digits) => `0x${digits}`),
  fc.double(),
)

const anyStep = fc.oneof(
  fc.anything(),
  fc.record(
    { to: anyValue, data: anyValue, value: anyValue, chainId: fc.oneof(fc.constant(1), anyValue), from: anyValue },
    { requiredKeys: [] },
  ),
  fc.bigInt(0n, 2n ** 256n - 1n).map((amount) => step(USDC, approve(MALLORY, amount))),
)

/** Either refused as the rules say, or nothing leaves beyond the terms. */
function checkBounds(exec: Exec, terms: PayTerms): void {
  try {
    const { spend, approval, permit2: allowance, chainId } = readPayload(exec, terms, NOW_MS)
    const { isNative, units } = terms.src
    expect(chainId).toBe(terms.src.chainId)
    expect(spend.value).toBe(isNative ? units : 0n)
    if (approval !== undefined) {
      expect(approval.amount <= units).toBe(true)
      expect(approval.token.toLowerCase()).toBe(terms.src.address.toLowerCase())
      expect([spend.to, PERMIT2]).toContain(approval.spender)
    }
    if (allowance !== undefined) expect(BigInt(`0x${allowance.data.slice(138, 202)}`) <= units).toBe(true)
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'WALLET_REFUSED') throw error
  }
}

test('whatever one field is changed to, no more leaves than was agreed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...honest), fc.constantFrom(...FIELDS), anyValue, ([exec, terms], field, value) => {
      // The client checks shapes before; a value of another type must do no harm either.
      checkBounds(Object.assign({}, exec, { [field]: value }), terms)
    }),
    { numRuns: 3000 },
  )
})

test('whatever steps are added, no more leaves than was agreed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...honest), fc.array(anyStep, { maxLength: 12 }), ([exec, terms], extra) => {
      checkBounds({ ...exec, allSteps: [...(exec.allSteps ?? []), ...extra] }, terms)
    }),
    { numRuns: 2000 },
  )
})

test('one word of calldata that changes never lets more out of the wallet, nor to somebody else', () => {
  const word = fc.oneof(
    fc.bigInt(0n, 2n ** 256n - 1n),
    fc.bigInt(0n, 2048n),
    fc.constantFrom(BigInt(MALLORY), BigInt(ALICE), BigInt(USDC)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...honest), fc.nat(60), word, ([exec, terms], index, value) => {
      const data = exec.providerCalldata ?? ''
      const at = 10 + index * 64
      if (at + 64 > data.length) return
      const changed = data.slice(0, at) + value.toString(16).padStart(64, '0') + data.slice(at + 64)
      checkBounds({ ...exec, providerCalldata: changed }, terms)
      try {
        const { recipient } = readPayload({ ...exec, providerCalldata: changed }, terms, NOW_MS)
        expect([terms.recipient, undefined]).toContain(recipient)
      } catch (error) {
        expect(isSwapError(error) && error.code).toBe('WALLET_REFUSED')
      }
    }),
    { numRuns: 5000 },
  )
})

test('no calldata makes the decoder throw', () => {
  const word = fc.oneof(fc.bigInt(0n, 1024n), fc.bigInt(0n, 2n ** 256n - 1n), fc.constant(32n), fc.constant(64n))
  const calldata = fc
    .tuple(fc.constantFrom(...KNOWN_CALLS.map(({ fn }) => fn.selector)), fc.array(word, { maxLength: 24 }), fc.nat(62))
    .map(([selector, words, cut]) => {
      const hex = words.map((value) => value.toString(16).padStart(64, '0')).join('')
      return selector + hex.slice(0, Math.max(0, hex.length - cut))
    })
  const kinds = new Set<string>()
  fc.assert(
    fc.property(calldata, (data) => {
      kinds.add(decodeCall({ chainId: 1, to: ROUTER, data, value: 1n, sender: ALICE }).kind)
    }),
    { numRuns: 5000 },
  )
  // What is hostile comes up in most runs, not in all.
  expect([...kinds]).toEqual(expect.arrayContaining(['decoded', 'unreadable']))
})
