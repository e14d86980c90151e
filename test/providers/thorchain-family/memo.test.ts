import { describe, expect, it } from 'vitest'
import { parseMemo } from '../../../src/providers/thorchain-family/memo.ts'

const TO = 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55'

describe('a swap memo', () => {
  it('is read with every part', () => {
    expect(parseMemo(`=:ETH.USDC-EB48:0xabc/bc1qxyz:2e8/3/12:dx:10`)).toEqual({
      asset: 'ETH.USDC-EB48',
      destination: '0xabc',
      refund: 'bc1qxyz',
      limit: 200_000_000n,
      affiliate: 'dx',
      affiliateBps: 10,
    })
  })

  it.each([`=:r:${TO}`, `s:r:${TO}:`, `SWAP:r:${TO}:0`, `=:r:${TO}:0/1/0`, `=:r:${TO}:::`])(
    '%s has no limit',
    (text) => {
      expect(parseMemo(text)).toEqual({
        asset: 'r',
        destination: TO,
        refund: '',
        limit: 0n,
        affiliate: '',
        affiliateBps: 0,
      })
    },
  )

  it.each([
    ['nothing', ''],
    ['an action alone', '='],
    ['no destination', '=:r::0'],
    ['no asset', `=::${TO}`],
    ['another action', `ADD:r:${TO}`],
    ['a limit order', `=<:r:${TO}:100`],
    ['two refund addresses', `=:r:${TO}/a/b:0`],
    ['a negative limit', `=:r:${TO}:-1`],
    ['a limit that is no number', `=:r:${TO}:0x10`],
    ['too many stream parts', `=:r:${TO}:0/1/0/1`],
    ['a share that is no number', `=:r:${TO}:0:dx:1e3`],
    ['a seventh part', `=:r:${TO}:0:dx:10:more`],
    ['a space', `=:r:${TO} :0`],
    ['letters outside ASCII', `=:r:${TO}é:0`],
    ['more than 250 characters', `=:r:${'a'.repeat(250)}`],
  ])('with %s is none', (_what, text) => {
    expect(parseMemo(text)).toBeUndefined()
  })
})
