import { blake2b } from '@noble/hashes/blake2.js'
import { bech32, bech32m } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { checkAddress } from '../../../../src/core/assets/address.ts'
import { joinBytes } from '../../../../src/core/assets/addresses/codecs.ts'

/*
 * Unified addresses are assembled here, by the forward F4Jumble of ZIP-316; those that others published are in
 * address-vectors.json.
 */

const fill = (length: number, byte: number) => new Uint8Array(length).fill(byte)
const item = (type: readonly number[], value: Uint8Array) => joinBytes(Uint8Array.of(...type, value.length), value)

const P2PKH = item([0], fill(20, 1))
const P2SH = item([1], fill(20, 2))
const SAPLING = item([2], fill(43, 3))
const ORCHARD = item([3], fill(43, 4))
const LARGEST = [0xfe, 0, 0, 0, 2]

function hash(name: 'G' | 'H', round: number, block: number, input: Uint8Array, length: number): Uint8Array {
  const personalization = joinBytes(new TextEncoder().encode(`UA_F4Jumble_${name}`), Uint8Array.of(round, block, 0))
  return blake2b(input, { dkLen: length, personalization })
}

const xor = (a: Uint8Array, b: Uint8Array) => a.map((byte, index) => byte ^ (b[index] ?? 0))
const wide = (round: number, input: Uint8Array) =>
  joinBytes(...[0, 1, 2, 3].map((block) => hash('G', round, block, input, 64)))

function jumble(raw: Uint8Array): Uint8Array {
  const cut = Math.min(64, Math.floor(raw.length / 2))
  const [a, b] = [raw.slice(0, cut), raw.slice(cut)]
  const x = xor(b, wide(0, a))
  const y = xor(a, hash('H', 0, 0, x, cut))
  const d = xor(x, wide(1, y))
  return joinBytes(xor(y, hash('H', 1, 0, d, cut)), d)
}

interface Variant {
  readonly prefix?: string
  /** What stands before the zeros of the padding. @default the prefix */
  readonly padded?: string
  readonly coder?: typeof bech32
}

function unified(items: readonly Uint8Array[], variant: Variant = {}): string {
  const { prefix = 'u', padded = prefix, coder = bech32m } = variant
  const padding = joinBytes(new TextEncoder().encode(padded), fill(16 - padded.length, 0))
  return coder.encode(prefix, coder.toWords(jumble(joinBytes(...items, padding))), false)
}

const reasonOf = (address: string) => {
  const check = checkAddress('zcash', address)
  return check.ok ? 'accepted' : check.reason
}

describe('a unified address of Zcash', () => {
  test.each([
    ['Sapling', [SAPLING]],
    ['Orchard', [ORCHARD]],
    ['all kinds but one of script', [P2PKH, SAPLING, ORCHARD]],
    ['a script and Orchard', [P2SH, ORCHARD]],
    ['a receiver that is not known yet', [ORCHARD, item([4], fill(5, 1))]],
    ['metadata that may be passed over', [SAPLING, item([0xc0], fill(4, 0))]],
    ['the largest typecode', [SAPLING, item(LARGEST, fill(1, 7))]],
  ])('with %s is payable', (_name, items) => {
    expect(checkAddress('zcash', unified(items).toUpperCase())).toEqual({ ok: true, canonical: unified(items) })
  })

  test.each([
    ['a receiver that is too short', [item([3], fill(42, 4))]],
    ['a receiver that is too long', [item([0], fill(21, 1)), ORCHARD]],
    ['a receiver of nobody', [item([3], fill(43, 0))]],
    ['two transparent receivers', [P2PKH, P2SH, ORCHARD]],
    ['one receiver twice', [SAPLING, SAPLING]],
    ['another order', [ORCHARD, SAPLING]],
    ['a typecode in a longer form', [item([0xfd, 2, 0], fill(43, 3))]],
    ['a typecode past the last one', [SAPLING, item([0xfe, 1, 0, 0, 2], fill(1, 7))]],
    ['an item that ends too late', [ORCHARD, Uint8Array.of(5, 9, 0)]],
    ['a byte after the last item', [ORCHARD, Uint8Array.of(5)]],
  ])('with %s is refused', (_name, items) => {
    expect(reasonOf(unified(items))).toBe('This unified address is damaged inside: copy it again')
  })

  test('without a shielded receiver that is known is refused', () => {
    const unknown = item([4], fill(40, 1))
    expect([unified([unknown]), unified([P2PKH, unknown])].map(reasonOf)).toEqual(
      new Array(2).fill('This unified address has no receiver that is known here: give a transparent one (t1 or t3)'),
    )
  })

  test('that is too short to be jumbled is refused', () => {
    const short = [fill(47, 1), fill(0, 1)].map((bytes) => bech32m.encode('u', bech32m.toWords(bytes), false))
    expect(short.map(reasonOf)).toEqual(new Array(2).fill('This unified address is damaged inside: copy it again'))
  })

  test.each([0xe0, 0xfc])('with a condition (typecode %i) that must be understood is refused', (type) => {
    expect(reasonOf(unified([SAPLING, item([type], fill(4, 0))]))).toBe(
      'This unified address has conditions that are not understood here: give a transparent one (t1 or t3)',
    )
  })

  test('is refused with another padding than its prefix, another checksum, or a wrong character', () => {
    const right = unified([ORCHARD])
    expect([
      reasonOf(unified([ORCHARD], { padded: 'utest' })),
      reasonOf(unified([ORCHARD], { coder: bech32 })),
      reasonOf(`${right.slice(0, 40)}${right[40] === 'q' ? 'p' : 'q'}${right.slice(41)}`),
      reasonOf(`${right.slice(0, 20)}${right.slice(20).toUpperCase()}`),
    ]).toEqual([
      'This unified address is damaged inside: copy it again',
      ...new Array<string>(3).fill(
        'The checksum of this address does not match: a character is wrong, so copy it again',
      ),
    ])
  })

  test('of the testnet, of the second revision or of a viewing key is refused', () => {
    const others = ['utest', 'ur', 'uview'].map((prefix) => unified([ORCHARD], { prefix }))
    expect(others.map((address) => checkAddress('zcash', address).ok)).toEqual([false, false, false])
  })
})
