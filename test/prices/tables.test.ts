import { describe, expect, test } from 'vitest'
import { checkAddress } from '../../src/core/assets/address.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { DATA, TABLES } from './fake-chain.ts'

const catalog = createDataFiles()
const chains = new Map(catalog.chains().map((chain) => [chain.chainId, chain]))
const rows = DATA.groups.flatMap(({ name, members }) => members.map((row) => ({ name, row })))
const feeds = Object.entries(DATA.feedChains).flatMap(([id, { feeds }]) =>
  feeds.map((row) => ({ chainId: Number(id), row })),
)

describe('the groups of assets', () => {
  test('hold assets of the bundled catalog, written as it writes them and with its decimals', () => {
    const wrong = rows.filter(({ row }) => {
      const [id = '', address = '', decimals = ''] = row.split(' ')
      const chain = chains.get(Number(id))
      const found =
        chain === undefined ? undefined : catalog.assets(chain.key).find((asset) => asset.address === address)
      return found === undefined || found.decimals !== Number(decimals)
    })
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(250)
  })

  test('hold no asset twice', () => {
    const keys = rows.map(({ row }) => row.split(' ').slice(0, 2).join(' ').toLowerCase())
    expect(keys.length).toBe(new Set(keys).size)
  })

  test('are of members that are firm, soft with a tolerance up to 1 %, or broken', () => {
    const kind = /^\d+ \S+ \d+( broken| soft (10|20|30|50|60|80|100)( [A-Z0-9]+)?)?$/
    expect(rows.filter(({ row }) => !kind.test(row))).toEqual([])
  })

  test('name feeds that there are', () => {
    const named = [
      ...DATA.groups.flatMap(({ feed }) => feed ?? []),
      ...rows.flatMap(({ row }) => row.split(' ')[5] ?? []),
    ]
    expect(named.filter((base) => TABLES.feeds(base, 1).length === 0)).toEqual([])
  })

  test("keep what is no issuer's token out: by symbol it would be in", () => {
    const impostors = ['0x9abC68B33961268A3Ea4116214d7039226de01E1', '0xeb8E93A0c7504Bffd8A8fFa56CD754c63aAeBFe8']
    expect(impostors.map((address) => [TABLES.member(1, address), TABLES.member(42_161, address)])).toEqual(
      impostors.map(() => [undefined, undefined]),
    )
  })

  test('know a coin by each of its names', () => {
    const names = ['0x0000000000000000000000000000000000000000', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', '']
    expect(names.map((name) => TABLES.member(8_453, name)?.group)).toEqual(['ETH', 'ETH', 'ETH'])
  })
})

describe('the price feeds', () => {
  test('are at addresses of chains of the catalog, one for each base', () => {
    expect(feeds.filter(({ chainId }) => chains.get(chainId)?.type !== 'EVM')).toEqual([])
    const addresses = [
      ...feeds.map(({ row }) => row.split(' ')[1]),
      ...Object.values(DATA.feedChains).flatMap(({ flags, sequencer }) => [flags, sequencer]),
    ].flatMap((address) => address ?? [])
    const notCanonical = addresses.filter((address) => {
      const checked = checkAddress('evm', address)
      return !checked.ok || checked.canonical !== address
    })
    expect(notCanonical).toEqual([])
    const keys = feeds.map(({ chainId, row }) => `${chainId} ${row.split(' ')[0]}`)
    expect(keys.length).toBe(new Set(keys).size)
  })

  test('all have a known heartbeat of at most a day, and a deviation of at most 2 %', () => {
    const wrong = feeds.filter(({ row }) => {
      const [, , decimals, heartbeat, deviation] = row.split(' ').map(Number)
      const isIn = (value = 0, most = 0) => value >= 1 && value <= most
      return !(isIn(heartbeat, 86_400) && isIn(deviation, 200) && (decimals === 8 || decimals === 18))
    })
    expect(wrong).toEqual([])
  })

  test('of the chain itself come first, then that of Ethereum, then the most precise, and coarse ones last', () => {
    expect(
      TABLES.feeds('ETH', 8_453)
        .map(({ chainId }) => chainId)
        .slice(0, 2),
    ).toEqual([8_453, 1])
    expect(
      TABLES.feeds('ETH', 10)
        .map(({ chainId, deviationBps }) => [chainId, deviationBps])
        .slice(0, 2),
    ).toEqual([
      [1, 50],
      [42_161, 5],
    ])
    expect(
      TABLES.feeds('SOL', 10)
        .map(({ deviationBps }) => deviationBps)
        .at(-1),
    ).toBe(200)
    expect(TABLES.feeds('CBBTC', 1).map(({ chainId, deviationBps }) => [chainId, deviationBps])).toEqual([
      [143, 5],
      [8_453, 30],
      [1, 200],
    ])
  })
})
