import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { NEW_FOR_MS, type CatalogAsset } from '../../src/core/assets/catalog.ts'
import { createDataFiles } from '../../src/io/data-files.ts'
import { createCatalog } from '../../src/service/catalog/catalog.ts'
import { listAssets } from '../../src/service/catalog/list-pages.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { median } from './measure.ts'

const ASSETS = 100_000

/** Median time of a search over 100,000 assets, in milliseconds, over many kinds of queries. */
export async function searchAssets(home: string): Promise<number> {
  mkdirSync(join(home, 'search'), { recursive: true })
  const store = await openStore({ path: join(home, 'search', 'sandbox.db'), now: () => Date.now() })
  try {
    const data = createDataFiles()
    const bundled = data.chains().reduce((sum, chain) => sum + data.assets(chain.key).length, 0)
    const words = ['stable', 'wrapped', 'staked', 'dollar', 'ether', 'bit', 'moon', 'dog', 'chain', 'gold']
    const extra = Array.from({ length: ASSETS - bundled }, (_, index): CatalogAsset => ({
      chain: 'ethereum',
      address: `0x${(index + 1).toString(16).padStart(40, '0')}`,
      symbol: `${words[index % 10]?.slice(0, 3).toUpperCase()}${index.toString(36).toUpperCase()}`,
      altSymbols: [],
      name: `${words[index % 10]} ${words[(index * 7 + 3) % 10]} ${index}`,
      decimals: 18,
      image: '',
      isNative: false,
      caip19: null,
      addedAt: Date.now() - NEW_FOR_MS,
      evidence: 'provider',
      form: null,
    }))
    await store.catalog.put([], extra)
    const catalog = createCatalog({ data, store })
    const queries = [
      'usdc',
      'eth',
      'e',
      'wrapped bit',
      '0xa0b86991',
      'dollar',
      'STA1',
      'zzzzzz',
      'gold 99',
      'usd',
      'o',
      '0x0000',
    ]
    const times: number[] = []
    for (let round = 0; round < 12; round += 1) {
      for (const query of queries) {
        const start = performance.now()
        await listAssets(catalog, { page: 1, perPage: 100, query }, Date.now())
        if (round > 1) times.push(performance.now() - start)
      }
    }
    return median(times)
  } finally {
    await store.close()
  }
}
