import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { type Connection, numberOf, textOf } from './connection.ts'
import { documentTable, parseDocument, plainForm } from './document-table.ts'
import type { Store } from '../port.ts'

/** Chains and assets added to the bundled catalog, in order of addition. */
export function catalogCollection(connection: Connection, file: string): Store['catalog'] {
  const meta = documentTable(connection, file, 'meta', plainForm)
  return {
    chains: async () =>
      connection
        .all('SELECT key, doc FROM catalog_chains ORDER BY n')
        .map((row) => parseDocument<CatalogChain>(textOf(row, 'doc'), file, 'catalog_chains', textOf(row, 'key'))),
    assets: async (chainKey) => {
      const rows =
        chainKey === undefined
          ? connection.all('SELECT address, doc FROM catalog_assets ORDER BY n')
          : connection.all('SELECT address, doc FROM catalog_assets WHERE chain = ? ORDER BY n', [chainKey])
      return rows.map((row) =>
        parseDocument<CatalogAsset>(textOf(row, 'doc'), file, 'catalog_assets', textOf(row, 'address')),
      )
    },
    put: async (chains, assets, documents = new Map()) =>
      connection.write(() => {
        for (const chain of chains) {
          connection.run(
            'INSERT INTO catalog_chains (key, doc) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET doc = excluded.doc',
            [chain.key, JSON.stringify(chain)],
          )
        }
        for (const asset of assets) {
          connection.run(
            `INSERT INTO catalog_assets (chain, address, doc) VALUES (?, ?, ?)
             ON CONFLICT (chain, address) DO UPDATE SET doc = excluded.doc`,
            [asset.chain, asset.address, JSON.stringify(asset)],
          )
        }
        for (const [key, doc] of documents) {
          const before = meta.get(key)
          if (before === undefined) meta.insert(key, doc)
          else meta.replace(key, doc, before.version)
        }
        connection.run(
          `INSERT INTO counters (name, value) VALUES ('catalog', 1) ON CONFLICT DO UPDATE SET value = value + 1`,
        )
      }),
    version: async () => {
      const row = connection.get(`SELECT value FROM counters WHERE name = 'catalog'`)
      return row === undefined ? 0 : numberOf(row, 'value')
    },
  }
}
