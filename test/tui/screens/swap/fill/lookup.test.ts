import { describe, expect, test } from 'vitest'
import { addressFingerprint } from '../../../../../src/core/assets/fingerprint.ts'
import type { AssetsQuery } from '../../../../../src/core/api/requests.ts'
import type { OpenedSwaps } from '../../../../../src/tui/context.ts'
import { lookUp } from '../../../../../src/tui/screens/swap/fill/lookup.ts'
import { createCatalog } from '../../../../../src/service/catalog/catalog.ts'
import { openBundledCatalog } from '../../../../support/bundled-catalog.ts'
import { catalogData, chain, native, token } from '../../../../support/catalog-data.ts'
import { past } from '../../activity/sample-activity.ts'

const catalog = await openBundledCatalog()
const asked: unknown[] = []
const service = {
  assets: async ({ chain, query = '' }: AssetsQuery) => {
    const { items } = await catalog.findAssets(query, {
      ...{ skip: 0, count: 100 },
      ...(chain === undefined ? {} : { chainKey: chain }),
    })
    return { data: items.map((asset) => ({ ...asset, new: false })), pagination: { total: items.length } }
  },
  history: async (query: unknown) => {
    asked.push(query)
    return { data: [past('tx_1'), past('tx_9f3c22')], pagination: { hasMore: false } }
  },
}
const opened = { service, catalog, embedded: undefined } as unknown as OpenedSwaps
const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const look = (text: string) => lookUp(opened, text, text.length, { 'contact.bob': BOB })

describe('what is looked up for a text of the palette', () => {
  test('is nothing for none', async () => {
    expect(await look(' ')).toEqual({
      text: ' ',
      assets: [],
      past: [],
      hasMore: false,
      problem: undefined,
      completions: [],
      meanings: {},
    })
  })

  test('is assets and past swaps for words', async () => {
    const { assets, past: swaps } = await look('usdc base')
    expect(assets[0]).toMatchObject({ symbol: 'USDC', chain: 'base' })
    expect(assets.length).toBeLessThanOrEqual(6)
    expect(swaps.map(({ id }) => id)).toEqual(['tx_1', 'tx_9f3c22'])
    expect(asked).toEqual([{ perPage: 50 }, { query: 'usdc', perPage: 50 }])
  })

  test.each([
    ['base usdc ethereum', 2],
    ['again', 2],
    ['100 usdc', 2],
    ['9f3c', 1],
    ['tx_9f3c', 1],
    ['f3c2', 0],
    ['usdc solana', 0],
    ['100 usdc to usdc on base', 0],
  ])('is past swaps that have every word, in any order, or whose id begins so: %s', async (text, count) => {
    expect((await look(text)).past).toHaveLength(count)
  })

  test.each([
    ['0.5 eth > usdc base', undefined],
    ['0.5 usdc > ', /may mean any of/],
    ['0.5 usdc', undefined],
    ['0.5 eth > usdcc base', /has no "usdcc"/],
    ['0.5 eth > ', undefined],
    ['0.5 eth > 0x1111111111111111111111111111111111111111@base', undefined],
  ])('is what is wrong with the assets of a line that are written: %s', async (text, message) => {
    const { problem } = await look(text)
    if (message === undefined) expect(problem).toBeUndefined()
    else expect(problem?.message).toMatch(message)
  })

  test('is which assets a text may mean, in short, and how each is written under Tab', async () => {
    const { problem, completions } = await look('0.5 usdc > eth base')
    expect(problem?.message).toMatch(
      /^"usdc" may mean any of \d+ assets: ethereum:USDC 0xA0b8…eB48 \(issuer's\), \S+ \S+ \(.+\), \S+ \S+ \(.+\), and \d+ more$/,
    )
    expect(problem?.hint).toBe('Write the one you mean, such as USDC ethereum')
    expect(completions[0]).toEqual({ start: 4, end: 8, text: 'USDC ethereum', detail: 'USD Coin' })
  })

  test('is why the only asset of a symbol is not taken for it, who holds it elsewhere, and how it is written', async () => {
    const address = '0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1'
    const chains = [chain('ethereum', 1), chain('base', 2)]
    const listed = token('ethereum', 'XYZ', address, { evidence: 'one_list' })
    const issued = token('base', 'XYZ', address)
    const made = createCatalog({
      data: catalogData(chains, [...chains.map((on) => native(on, 'Ether')), listed, issued]),
    })
    const line = '0.5 xyz ethereum > eth base'
    const { problem, completions } = await lookUp({ ...opened, catalog: made }, line, line.length, {})
    expect(problem).toEqual({
      message:
        '"xyz" on ethereum (ethereum) is known only to one list: ethereum:XYZ 0xB507…4ad1 (one list)' +
        '; elsewhere called so: base:XYZ 0xB507…4ad1',
      hint: 'Write the one you mean by its address, as chain:ADDRESS',
    })
    expect(completions).toEqual([{ start: 4, end: 16, text: `ethereum:${address}`, detail: 'XYZ token, one list' }])
  })

  test('is what the parts of a line mean, or why not: assets with their chain, a contact by its address', async () => {
    const meant = async (text: string) =>
      Object.values((await look(text)).meanings).map((each) => [each.text, each.isDoubtful])
    const eth = ['ethereum:ETH  Ether · native', false]
    const usdc = ['base:USDC  USD Coin · 0x8335…2913', false]
    const bob = [`0xf39F…2266 [${addressFingerprint(BOB)}]`, false]
    expect(await meant('0.5 eth > usdc base for @bob')).toEqual([eth, usdc, bob])
    expect(await meant(`0.5 eth > usdc base for ${BOB}`)).toEqual([eth, usdc, bob])
    const nobody = ['! no such contact in your address book: see Settings (6)', true]
    expect(await meant('0.5 eth > usdc base for @rob')).toEqual([eth, usdc, nobody])
    expect((await meant('0.5 eth > btc for @bob'))[2]).toEqual([expect.stringMatching(/^! /), true])
    expect(await meant('0.5 eth')).toEqual([eth])
  })

  test('is how a line goes on: assets, clauses that the form has, contacts', async () => {
    const texts = async (text: string) => (await look(text)).completions.map((each) => each.text)
    expect(await texts('0.5 eth > usdc ba')).toContain('base')
    expect(await texts('0.5 eth > usdc base ')).toEqual(['for', 'memo', 'slip', 'rank'])
    expect(await texts('0.5 eth > usdc base for ')).toEqual(['@bob'])
  })
})
