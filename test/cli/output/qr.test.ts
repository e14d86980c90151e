import { describe, expect, test } from 'vitest'
import { encode } from 'uqr'
import { qrText } from '../../../src/cli/output/qr.ts'

const LINK =
  'ethereum:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913@8453/transfer?address=0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045&uint256=100000000'
const UPPER = '█▀'
const LOWER = '█▄'

/** Modules, true for dark, as a camera sees the text on a terminal whose drawn blocks are light or dark. */
function seen(text: string, drawnIsDark: boolean): boolean[][] {
  return text
    .split('\n')
    .flatMap((line) =>
      [UPPER, LOWER].map((drawn) => Array.from(line, (character) => drawn.includes(character) === drawnIsDark)),
    )
}

/** The code itself with a quiet zone of four light modules, and one more row of it where the number of rows is odd. */
function modules(text: string): boolean[][] {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 0 })
  const light = (count: number) => Array.from({ length: count }, () => false)
  const rows = data.map((row) => [...light(4), ...row, ...light(4)])
  const quiet = Array.from({ length: 4 }, () => light(size + 8))
  return [...quiet, ...rows, ...quiet, light(size + 8)]
}

describe('a QR code', () => {
  test.each([LINK, 'bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=0.00000001', 'x', 'ünïcode ₿'])(
    'shows the modules of "%s" on a dark terminal and on a light one',
    async (text) => {
      expect(seen((await qrText(text, 200)) ?? '', false)).toEqual(modules(text))
      expect(seen((await qrText(text, 200, 'light')) ?? '', true)).toEqual(modules(text))
    },
  )

  test('is made where it just fits, and not where it would wrap', async () => {
    const width = (await qrText(LINK, 200))?.split('\n')[0]?.length ?? 0
    expect([typeof (await qrText(LINK, width)), typeof (await qrText(LINK, width - 1))]).toEqual([
      'string',
      'undefined',
    ])
  })

  test('is not made of a text that fits no screen', async () => {
    expect(await qrText('x'.repeat(601), 1000)).toBeUndefined()
    expect(await qrText('x'.repeat(5000), 1000)).toBeUndefined()
  })
})
