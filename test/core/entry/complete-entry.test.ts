import { describe, expect, test } from 'vitest'
import { completeAmbiguous, completeEntry } from '../../../src/core/entry/complete-entry.ts'
import { matchEntry } from '../../../src/core/entry/match-entry.ts'
import { readEntry } from '../../../src/core/entry/read-entry.ts'
import { createCatalog } from '../../../src/service/catalog/catalog.ts'
import { openBundledCatalog } from '../../support/bundled-catalog.ts'
import { catalogData, chain, native, token } from '../../support/catalog-data.ts'

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

describe('completion of assets of one symbol', () => {
  const chains = [chain('ethereum', 1), chain('base', 2), chain('gone', 3)]
  const listed = token('ethereum', 'XYZ', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', { evidence: 'one_list' })
  const issued = token('base', 'XYZ', '0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1')
  const dead = token('gone', 'XYZ', '0x912CE59144191C1204E64559FE8253a0e49E6548', { form: 'dead' })
  const made = createCatalog({
    data: catalogData(chains, [...chains.map((each) => native(each, 'Ether')), listed, issued, dead]),
  })
  const completed = async (text: string) =>
    (await completeEntry(made, { contacts: [], providers: [] }, text, text.length)).map(({ text: each, detail }) => [
      each,
      detail,
    ])
  const best = ['XYZ base', 'XYZ token']
  const weak = [`ethereum:${listed.address}`, 'XYZ token, one list']

  test('offers the best backed first, the weak by their addresses, and no dead one', async () => {
    expect(await completed('1 xy')).toEqual([best, weak])
    expect(await completed('1 xyz on ')).toEqual([
      ['base', 'chain'],
      ['ethereum', 'chain'],
    ])
    const offered = await completeAmbiguous(made, { start: 0, end: 3 }, [issued, listed, dead])
    expect(offered.map(({ text, detail }) => [text, detail])).toEqual([best, weak])
  })
})
