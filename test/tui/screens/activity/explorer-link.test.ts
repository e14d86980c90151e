import { describe, expect, test } from 'vitest'
import type { CatalogChain } from '../../../../src/core/assets/catalog.ts'
import { explorerLink } from '../../../../src/tui/screens/activity/explorer-link.ts'
import { openBundledCatalog } from '../../../../src/cli/quote/bundled-catalog.ts'

const catalog = openBundledCatalog()
const HEX = 'ab'.repeat(32)

async function linkOn(key: string, hash: string): Promise<string | undefined> {
  const chain = await catalog.chain(key)
  if (chain === undefined) throw new Error(`no chain ${key}`)
  return explorerLink(chain, hash)
}

test.each([
  ['ethereum', `0x${HEX}`, `https://etherscan.io/tx/0x${HEX}`],
  ['base', `0x${HEX}`, `https://basescan.org/tx/0x${HEX}`],
  ['bitcoin', HEX, `https://mempool.space/tx/${HEX}`],
  ['tron', HEX, `https://tronscan.org/#/transaction/${HEX}`],
  ['cosmos', HEX.toUpperCase(), `https://www.mintscan.io/cosmos/tx/${HEX.toUpperCase()}`],
  ['bitcoin-cash', HEX, `https://www.blockchain.com/explorer/transactions/bch/${HEX}`],
  ['dash', HEX, `https://blockchair.com/dash/transaction/${HEX}`],
  ['zcash', HEX, `https://mainnet.zcashexplorer.app/transactions/${HEX}`],
  ['mayachain', HEX, `https://www.explorer.mayachain.info/tx/${HEX}`],
  ['ton', HEX, `https://tonviewer.com/transaction/${HEX}`],
  ['ton', Buffer.from(HEX, 'hex').toString('base64'), `https://tonviewer.com/transaction/${HEX}`],
  ['ton', Buffer.from(HEX, 'hex').toString('base64url'), `https://tonviewer.com/transaction/${HEX}`],
  ['thorchain', HEX, `https://thorchain.net/tx/${HEX}`],
])('a hash on %s leads to a page of its explorer', async (chain, hash, url) => {
  expect(await linkOn(chain, hash)).toBe(url)
})

test('a hash of characters that a URL takes otherwise is escaped', async () => {
  expect(await linkOn('ton', 'a+b/c=a+b/c=a+b/c=')).toBe(
    'https://tonviewer.com/transaction/a%2Bb%2Fc%3Da%2Bb%2Fc%3Da%2Bb%2Fc%3D',
  )
})

test('what is no hash leads nowhere', async () => {
  expect(await linkOn('ethereum', HEX)).toBe(undefined)
  expect(await linkOn('ethereum', `0x${HEX}\u0007`)).toBe(undefined)
  expect(await linkOn('bitcoin', '../../../../../../login')).toBe(undefined)
  expect(await linkOn('solana', '')).toBe(undefined)
})

test('a chain whose explorer has no known form leads nowhere', async () => {
  expect(await linkOn('stellar', HEX)).toBe(undefined)
})

describe('an explorer that is added to the catalog', () => {
  test.each([
    ['http://explorer.example'],
    ['javascript:alert(1)'],
    ['https://user@explorer.example'],
    ['https://explorer.example/?to='],
    ['nothing'],
  ])('at %s is not linked', async (explorer) => {
    const ethereum = (await catalog.chain('ethereum')) as CatalogChain
    expect(explorerLink({ ...ethereum, explorers: [explorer] }, `0x${HEX}`)).toBe(undefined)
  })
})
