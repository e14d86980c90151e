import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { type Connection, numberOf } from './connection.ts'
import { documentTable, plainForm, readSummed, sumOf } from './document-table.ts'
import type { Store } from '../port.ts'

/** Chains and assets added to the bundled catalog, in order of addition. */
export function catalogCollection(connection: Connection, file: string): Store['catalog'] {
  const meta = documentTable(connection, file, 'meta', plainForm)
  function listRows<T>(table: 'catalog_chains' | 'catalog_assets', id: 'key' | 'address', chain?: string): T[] {
    const rows = connection.all(
      `SELECT CAST(${id} AS BLOB) AS id, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc FROM ${table}
       ${chain === undefined ? '' : 'WHERE chain = ?'} ORDER BY n`,
      chain === undefined ? [] : [chain],
    )
    return rows.map((row) => readSummed(row, (doc: T) => doc, file, table))
  }
  return {
    chains: async () => listRows<CatalogChain>('catalog_chains', 'key'),
    assets: async (chainKey) => listRows<CatalogAsset>('catalog_assets', 'address', chainKey),
    put: async (chains, assets, documents = new Map()) =>
      connection.write(() => {
        for (const chain of chains) {
          const doc = JSON.stringify(chain)
          connection.run(
            `INSERT INTO catalog_chains (key, sum, doc) VALUES (?, ?, ?)
             ON CONFLICT (key) DO UPDATE SET sum = excluded.sum, doc = excluded.doc`,
            [chain.key, sumOf(doc), doc],
          )
        }
        for (const asset of assets) {
          const doc = JSON.stringify(asset)
          connection.run(
            `INSERT INTO catalog_assets (chain, address, sum, doc) VALUES (?, ?, ?, ?)
             ON CONFLICT (chain, address) DO UPDATE SET sum = excluded.sum, doc = excluded.doc`,
            [asset.chain, asset.address, sumOf(doc), doc],
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
      const row = connection.get(`SELECT CAST(value AS INTEGER) AS value FROM counters WHERE name = 'catalog'`)
      return row === undefined ? 0 : numberOf(row, 'value')
    },
  }
}
