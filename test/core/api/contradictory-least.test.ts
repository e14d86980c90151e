import { expect, test } from 'vitest'
import { readTerms } from '../../../src/core/api/answers.ts'

test('a least above what arrives counts as what arrives, and is warned of', () => {
  const side = (currency: string, formatted: string) => ({ currency, formatted, usd: '1.00' })
  const fields = {
    ...{ src: side('ETH', '0.05'), dst: side('USDC', '74.8'), minimumReceived: '148.25' },
    ...{ fees: { total: { usd: '0.00' }, items: [] }, estimatedTime: 60, steps: [] },
  }
  const read = readTerms('lock', fields as never, { src: 18, dst: 6 })
  expect(read.minimumOut).toBe(74_800_000n)
  expect(read.warnings).toEqual(['at least 148.25 USDC are promised, and only 74.8 USDC arrive: only that counts'])
})
