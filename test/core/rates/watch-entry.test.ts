import { expect, test } from 'vitest'
import { checkAlerts, readWatchEntry, watchDocument, type WatchEntry } from '../../../src/core/rates/watch-entry.ts'

const ENTRY: WatchEntry = {
  ...{ srcChain: 'ethereum', srcAddress: 'native', dstChain: 'base', dstAddress: '0x1' },
  ...{ from: 'ethereum:ETH', to: 'base:USDC', amount: '1', above: 3_200n, below: 2_800n, fired: [] },
}

test('an alert fires once as its limit is reached, and again after the rate has come back by half a percent', () => {
  let entry = ENTRY
  const fires = [
    3_000n,
    3_199n,
    3_200n,
    3_300n,
    3_190n,
    3_250n,
    3_183n,
    3_200n,
    2_800n,
    2_814n,
    2_700n,
    2_815n,
    2_799n,
  ].map((rate, atMs) => {
    const checked = checkAlerts(entry, { rate, atMs })
    entry = checked.entry
    return checked.fires.join()
  })
  expect(fires).toEqual(['', '', 'above', '', '', '', '', 'above', 'below', '', '', '', 'below'])
  expect([entry.seen, entry.toldMs]).toEqual([{ rate: 2_799n, atMs: 12 }, 12])
  expect(checkAlerts(entry, { rate: 2_900n, atMs: 13 }).entry.toldMs).toBe(12)
})

test('a pair without limits fires none', () => {
  const { above: _above, below: _below, ...bare } = ENTRY
  expect(checkAlerts(bare, { rate: 1n, atMs: 1 }).fires).toEqual([])
})

test('an entry comes back from its document as it was, and anything else is none', () => {
  const { above: _above, ...bare } = ENTRY
  const whole = {
    ...ENTRY,
    toldMs: 4,
    fired: ['above', 'below'] as const,
    seen: { atMs: 5, rate: 10n ** 40n, srcUsd: 7n },
  }
  for (const entry of [ENTRY, bare, whole]) {
    expect(readWatchEntry(JSON.parse(JSON.stringify(watchDocument(entry))) as never)).toEqual(entry)
  }
  const document = watchDocument(ENTRY) as object
  for (const wrong of [null, 7, { ...document, above: '-1' }, { ...document, amount: 1 }]) {
    expect(readWatchEntry(wrong as never)).toBeUndefined()
  }
})
