import { describe, expect, test } from 'vitest'
import { completeEntry } from '../../../src/core/entry/complete-entry.ts'
import { matchEntry } from '../../../src/core/entry/match-entry.ts'
import { readEntry } from '../../../src/core/entry/read-entry.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'

const catalog = await openBundledCatalog()
const textsOf = async (text: string) =>
  (await completeEntry(catalog, { contacts: [], providers: [] }, text, text.length)).map((each) => each.text)

describe('completion of an asset', () => {
  test('takes no part of an address for what was typed', async () => {
    const held = await catalog.findAssets('dad', { skip: 0, count: 1 })
    expect([held.total > 0, await textsOf('0.5 eth to dad')]).toEqual([true, []])
  })

  test('offers those that are called so, whatever number holds it in an address', async () => {
    const texts = await textsOf('0.5 eth to ab')
    expect(texts).toHaveLength(8)
    for (const text of texts) {
      const { to } = await matchEntry(catalog, readEntry(`1 x to ${text}`))
      const asset = to?.kind === 'ok' ? to.asset : undefined
      expect(`${asset?.symbol} ${asset?.name}`.toLowerCase()).toContain('ab')
    }
  })

  test('offers chains alone behind on', async () => {
    expect((await textsOf('0.5 eth to usdc on ar'))[0]).toBe('arbitrum')
    expect(await textsOf('0.5 eth on ')).not.toContain('to')
  })

  test('offers the token whose address begins so', async () => {
    expect(await textsOf('0.5 eth to 0xa0b86991')).toContain('USDC ethereum')
  })
})
