import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatAmount, parseAmount } from '../../../src/core/money/amount.ts'
import { openSwapService } from '../../../src/open.ts'
import { bestRates } from '../../../src/service/quote/recent-rates.ts'

const side = (symbol: string, decimals: number, text: string) => {
  const parsed = parseAmount(text, decimals)
  return { symbol, decimals, amount: parsed.ok ? parsed.units : 0n }
}
const at = (keepUntilMs: number, received: string, amount = '100') => ({
  keepUntilMs,
  src: side('USDC', 6, amount),
  dst: side('ETH', 18, received),
})

test('a rate is the best of the routes that answered one quote', () => {
  expect(bestRates([at(0, '99'), at(4_000, '99.5'), at(15_000, '98'), at(20_000, '97'), at(21_000, '96')])).toEqual([
    '0.995',
    '0.97',
  ])
})

test('a rate is that of one whole token, whatever the amount was', () => {
  expect(bestRates([at(0, '0.05', '0.000001'), at(60_000, '1', '3')])).toEqual([
    '50000',
    '0.333333333333333333333333333333333333',
  ])
})

test('only the last rates are given, and a source amount of zero is passed over', () => {
  const many = Array.from({ length: 70 }, (_, index) => at(index * 20_000, String(index + 1), '1'))
  expect(bestRates([at(0, '1', '0'), ...many])).toEqual(Array.from({ length: 60 }, (_, index) => String(index + 11)))
  expect(bestRates([])).toEqual([])
})

test('the service gives the rates of what it has quoted, and of no other pair', async () => {
  const home = mkdtempSync(join(tmpdir(), 'swapcli-rates-'))
  const service = await openSwapService({ home })
  onTestFinished(async () => {
    await service.close()
    rmSync(home, { recursive: true, force: true })
  })
  const asset = async (chain: string) => {
    const page = await service.assets({ chain, query: 'USDC' })
    return { chain, address: page.data.find(({ symbol }) => symbol === 'USDC')?.address ?? 'none' }
  }
  const [src, dst] = [await asset('ethereum'), await asset('base')]
  const pair = { srcChain: src.chain, srcAddress: src.address, dstChain: dst.chain, dstAddress: dst.address }
  const { data } = await service.quote({ ...pair, amount: '100' })
  const units = data.flatMap(({ dst: { formatted } }) => {
    const parsed = parseAmount(formatted, 6)
    return parsed.ok ? [parsed.units] : []
  })
  const best = units.reduce((a, b) => (b > a ? b : a))
  expect(await service.recentRates(pair)).toEqual([formatAmount(best, 8)])
  const other = { srcChain: dst.chain, srcAddress: dst.address, dstChain: src.chain, dstAddress: src.address }
  expect(await service.recentRates(other)).toEqual([])
})
