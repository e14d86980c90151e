import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import type { Json } from '../../core/ports.ts'
import { jsonForm } from '../record-json.ts'
import { type Connection, numberOf, type SqlRow } from './connection.ts'
import { documentTable, readSummed, sumOf } from './document-table.ts'
import { storeUnusable } from './failures.ts'
import type { Store } from '../port.ts'
import { markerPath, noteInMarker, readMarker } from './store-file.ts'

/** The catalog's rows, which can also be written and read in parts: a refresh of a hundred thousand rows takes seconds. */
export interface CatalogTables extends Readonly<Store['catalog']> {
  /** Writes rows that a following `put` is about to tell of: the version does not change yet. */
  stage(chains: readonly CatalogChain[], assets: readonly CatalogAsset[]): Promise<void>
  /** At most `limit` assets of a chain after an address, in the order of addresses. @param after '' for the first */
  assetsAfter(chainKey: string, after: string, limit: number): Promise<readonly AssetRow[]>
  /** At most `limit` assets of all chains after a place. @param after 0 for the first */
  allAssetsAfter(after: number, limit: number): Promise<readonly AssetRow[]>
}

/** An asset, and its place in the order of addition. */
export interface AssetRow {
  readonly place: number
  readonly asset: CatalogAsset
}

const COLUMNS = 'CAST(n AS INTEGER) AS n, CAST(sum AS BLOB) AS sum, CAST(doc AS BLOB) AS doc'
const ASSET_COLUMNS = `${COLUMNS}, CAST(address AS BLOB) AS id`

/** A row that is as it was is not written again. */
const REPLACE_CHANGED =
  'DO UPDATE SET sum = excluded.sum, doc = excluded.doc WHERE sum IS NOT excluded.sum OR doc IS NOT excluded.doc'

/** Chains and assets added to the bundled catalog, in order of addition. */
export function catalogCollection(connection: Connection, file: string): CatalogTables {
  const meta = documentTable(connection, file, 'meta', jsonForm<Json>())
  const readAsset = (row: SqlRow) => readSummed(row, (doc: CatalogAsset) => doc, file, 'catalog_assets')
  const readPlaced = (row: SqlRow): AssetRow => ({ place: numberOf(row, 'n'), asset: readAsset(row) })
  function writeRows(chains: readonly CatalogChain[], assets: readonly CatalogAsset[]): void {
    for (const chain of chains) {
      const doc = JSON.stringify(chain)
      connection.run(
        `INSERT INTO catalog_chains (key, sum, doc) VALUES (?, ?, ?) ON CONFLICT (key) ${REPLACE_CHANGED}`,
        [chain.key, sumOf(doc), doc],
      )
    }
    for (const asset of assets) {
      const doc = JSON.stringify(asset)
      connection.run(
        `INSERT INTO catalog_assets (chain, address, sum, doc) VALUES (?, ?, ?, ?) ON CONFLICT (chain, address) ${REPLACE_CHANGED}`,
        [asset.chain, asset.address, sumOf(doc), doc],
      )
    }
  }
  return {
    chains: async () =>
      connection
        .all(`SELECT ${COLUMNS}, CAST(key AS BLOB) AS id FROM catalog_chains ORDER BY n`)
        .map((row) => readSummed(row, (doc: CatalogChain) => doc, file, 'catalog_chains')),
    assets: async (chainKey) =>
      connection
        .all(
          `SELECT ${ASSET_COLUMNS} FROM catalog_assets ${chainKey === undefined ? '' : 'WHERE chain = ?'} ORDER BY n`,
          chainKey === undefined ? [] : [chainKey],
        )
        .map(readAsset),
    assetsAfter: async (chainKey, after, limit) =>
      connection
        .all(`SELECT ${ASSET_COLUMNS} FROM catalog_assets WHERE chain = ? AND address > ? ORDER BY address LIMIT ?`, [
          chainKey,
          after,
          limit,
        ])
        .map(readPlaced),
    allAssetsAfter: async (after, limit) =>
      connection
        .all(`SELECT ${ASSET_COLUMNS} FROM catalog_assets WHERE n > ? ORDER BY n LIMIT ?`, [after, limit])
        .map(readPlaced),
    stage: async (chains, assets) => connection.write(() => writeRows(chains, assets)),
    put: async (chains, assets, documents = new Map()) =>
      connection.write(() => {
        noteRows(file)
        writeRows(chains, assets)
        for (const [key, doc] of documents) {
          const before = meta.get(key)
          if (before === undefined) meta.insert(key, doc)
          else meta.replace(key, doc, before.version)
        }
        connection.run(
          `INSERT INTO counters (name, value) VALUES ('catalog', 1) ON CONFLICT DO UPDATE SET value = value + 1`,
        )
      }),
    version: async () => catalogVersion(connection),
  }
}

/** How often rows were added; 0 while there are none. */
export function catalogVersion(connection: Connection): number {
  const row = connection.get(`SELECT CAST(value AS INTEGER) AS value FROM counters WHERE name = 'catalog'`)
  return row === undefined ? 0 : numberOf(row, 'value')
}

/** Notes rows before they are committed. @throws STORE_UNUSABLE where lists would go on without them */
function noteRows(file: string): void {
  noteInMarker(file, { catalog: 'some' })
  if (readMarker(file)?.catalog !== 'none') return
  throw storeUnusable(markerPath(file), 'cannot be written', 'Check its owner, and the free disk space')
}
