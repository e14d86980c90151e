import { describe, expect, test } from 'vitest'
import { encodeSegwit } from '../../../src/core/assets/addresses/utxo.ts'
import { canSplitMemo, memoOutputs, OP_RETURN_BYTES, SPLIT_MEMO_BYTES } from '../../../src/core/swap/memo-outputs.ts'

const hex = (text: string) => Buffer.from(text, 'ascii').toString('hex')

/** The worked example of the network's documentation of sending transactions. */
const DOCUMENTED =
  'SWAP:GAIA.ATOM:cosmos1fegapd4jc3ejqeg0eu3jk4hvr74hg66076gyyd/bc1qnfw0gkk05qxl38mslc69hc6vc64mksyw6zzxhg'
const DOCUMENTED_START = 'SWAP:GAIA.ATOM:cosmos1fegapd4jc3ejqeg0eu3jk4hvr74hg66076gyyd/bc1qnfw0gkk05qxl38^'

describe('the outputs of a memo', () => {
  test.each([
    ['bitcoin', 294n, 'bc1qd4ekccek895xxdnkvvmrgmttwduhwdn622k6gj', 'bc1q0fuxsecqqqqqqqqqqqqqqqqqqqqqqqqq2alhdv'],
    ['litecoin', 2_940n, 'ltc1qd4ekccek895xxdnkvvmrgmttwduhwdn6wkv7sz', 'ltc1q0fuxsecqqqqqqqqqqqqqqqqqqqqqqqqqwp9n4u'],
    [
      'bitcoincash',
      546n,
      'bitcoincash:qpkhxmrrxcukscekwe3nvdrdddehjaek0gldczy2mv',
      'bitcoincash:qpa8s6r8qqqqqqqqqqqqqqqqqqqqqqqqqq99h3g9e2',
    ],
    ['dogecoin', 18_200_000n, 'DF7pTvdzyY2zoVJ3AFQr8oSYDiqw3m6hCy', 'DGJfDk6cwyNpzebP7MyzueRtXEWGEaaHz9'],
  ])('of %s are those of the documented example', (family, units, first, second) => {
    expect(memoOutputs(family, DOCUMENTED)).toEqual([
      { type: 'op_return', data: hex(DOCUMENTED_START) },
      { type: 'address', address: first, units },
      { type: 'address', address: second, units },
    ])
  })

  test('are one OP_RETURN output up to 80 bytes, and more from 81', () => {
    const most = 'x'.repeat(OP_RETURN_BYTES)
    expect(memoOutputs('bitcoin', most)).toEqual([{ type: 'op_return', data: hex(most) }])
    expect(memoOutputs('dash', most)).toEqual([{ type: 'op_return', data: hex(most) }])
    expect(memoOutputs('bitcoin', `${most}x`)).toEqual([
      { type: 'op_return', data: hex(`${'x'.repeat(79)}^`) },
      { type: 'address', address: encodeSegwit('bc', Buffer.from(`7878${'00'.repeat(18)}`, 'hex')), units: 294n },
    ])
  })

  test('are ten with deposit and change at most', () => {
    expect(memoOutputs('bitcoin', 'x'.repeat(SPLIT_MEMO_BYTES))).toHaveLength(8)
    expect(memoOutputs('bitcoin', 'x'.repeat(SPLIT_MEMO_BYTES + 1))).toBeUndefined()
  })

  test.each([
    ['of no text', 'bitcoin', ''],
    ['outside of ASCII', 'bitcoin', 'ä'],
    ['with a line end', 'bitcoin', 'a\nb'],
    ['that is long, on a chain without such outputs', 'dash', DOCUMENTED],
  ])('are not made of a memo %s', (_name, family, memo) => {
    expect(memoOutputs(family, memo)).toBeUndefined()
  })

  test('exist for long memos on four chains', () => {
    const families = ['bitcoin', 'litecoin', 'dogecoin', 'bitcoincash', 'dash', 'zcash', 'evm']
    expect(families.filter(canSplitMemo)).toEqual(['bitcoin', 'litecoin', 'dogecoin', 'bitcoincash'])
  })
})
