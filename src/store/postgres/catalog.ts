import type { CatalogAsset, CatalogChain } from '../../core/assets/catalog.ts'
import { monotonicMs } from '../../core/monotonic.ts'
import type { Clock } from '../../core/ports.ts'
import type { Store } from '../port.ts'
import { jsonForm } from '../record-json.ts'
import { numberOf, onlyRow, textOf } from './columns.ts'
import type { PgDatabase, PgRow } from './database.ts'
import { keyText, readText, storeText } from './stored-text.ts'

/** Rows that one statement writes or reads: some milliseconds of this process and of the database. */
const ROWS_AT_A_TIME = 500

/** How long the version is believed that another server may have changed, in milliseconds: a swap asks for it a dozen times. */
const BELIEVED_MS = 100

const CHAIN_FORM = jsonForm<CatalogChain>()
const ASSET_FORM = jsonForm<CatalogAsset>()

/** An asset, and its place in the order of addition. */
interface PlacedAsset {
  readonly place: number
  readonly asset: CatalogAsset
}

/** Chains and assets added to the bundled catalog, in the order in which they were. */
export function catalogCollection(database: PgDatabase, clock: Clock): Store['catalog'] {
  const { schema } = database
  const chainsSql = `select key, sum, doc from ${schema}.catalog_chains order by place`
  const assetsSql = (condition: string) => `select chain, address, place, sum, doc from ${schema}.catalog_assets
    where ${condition} order by chain, address limit ${ROWS_AT_A_TIME}`
  const ofChainSql = assetsSql('chain = $1 and address > $2')
  const ofAllSql = assetsSql('(chain, address) > ($1, $2)')
  const rowsSql = `with chains as (${putRows(schema, 'catalog_chains', ['key'], 1)}),
    assets as (${putRows(schema, 'catalog_assets', ['chain', 'address'], 4)})`
  const stageSql = `${rowsSql} select 1 as done`
  const putSql = `${rowsSql}, written as (
      insert into ${schema}.documents as old (id, version, writes, sum, doc)
      select new.id, 1, array[]::bigint[], new.sum, new.doc
      from unnest($8::text[], $9::bytea[], $10::text[]) as new (id, sum, doc) order by new.id
      on conflict (id) do update set version = old.version + 1, sum = excluded.sum, doc = excluded.doc
    ) update ${schema}.store set catalog_version = catalog_version + 1`
  const versionSql = `select catalog_version from ${schema}.store`
  let last: { readonly version: Promise<number>; readonly untilMs: number } | undefined

  const readAsset = (row: PgRow): PlacedAsset => {
    const [chain, address] = [textOf(row, 'chain'), textOf(row, 'address')]
    const place = { store: database.name, collection: 'catalog_assets', id: `${chain} ${address}` }
    const isOwn = (asset: CatalogAsset) => keyText(asset.chain) === chain && keyText(asset.address) === address
    return { place: numberOf(row, 'place'), asset: readText(row, place, ASSET_FORM, isOwn) }
  }
  const write = (text: string, values: readonly unknown[]) =>
    database.write({ run: { text, values }, read: () => undefined })
  return {
    chains: async () => {
      const rows = await database.read({ text: chainsSql, values: [] })
      return rows.map((row) => {
        const id = textOf(row, 'key')
        const place = { store: database.name, collection: 'catalog_chains', id }
        return readText(row, place, CHAIN_FORM, ({ key }) => keyText(key) === id)
      })
    },
    assets: async (chainKey) => {
      const found: PlacedAsset[] = []
      for (let [chain, address] = [chainKey === undefined ? '' : keyText(chainKey), '']; ;) {
        const text = chainKey === undefined ? ofAllSql : ofChainSql
        const rows = await database.read({ text, values: [chain, address] })
        found.push(...rows.map(readAsset))
        const end = rows.at(-1)
        if (end === undefined || rows.length < ROWS_AT_A_TIME) break
        ;[chain, address] = [textOf(end, 'chain'), textOf(end, 'address')]
      }
      return found.sort((a, b) => a.place - b.place).map(({ asset }) => asset)
    },
    put: async (chains, assets, documents = new Map()) => {
      let from = 0
      // Readers see the rows when the version changes, with the last of them.
      for (; assets.length - from > ROWS_AT_A_TIME; from += ROWS_AT_A_TIME) {
        await write(stageSql, rowValues(from === 0 ? chains : [], assets.slice(from, from + ROWS_AT_A_TIME)))
      }
      const texts = [...documents].map(([key, doc]) => ({ key: keyText(key), ...storeText(doc) }))
      await write(putSql, [
        ...rowValues(from === 0 ? chains : [], assets.slice(from)),
        texts.map(({ key }) => key),
        texts.map(({ sum }) => sum),
        texts.map(({ doc }) => doc),
      ])
      last = undefined
    },
    version: () => {
      if (last === undefined || monotonicMs(clock) >= last.untilMs) {
        const version = database
          .read({ text: versionSql, values: [] })
          .then((rows) => numberOf(onlyRow(rows), 'catalog_version'))
        last = { version, untilMs: monotonicMs(clock) + BELIEVED_MS }
        version.catch(() => (last = undefined))
      }
      return last.version
    },
  }
}

/** The part of a statement that adds or replaces rows: one that is as it was is not written again, new ones are numbered in their order. */
function putRows(schema: string, table: string, keys: readonly string[], first: number): string {
  const columns = [...keys, 'sum', 'doc']
  const given = columns.map((name, at) => `$${first + at}::${name === 'sum' ? 'bytea' : 'text'}[]`)
  return `insert into ${schema}.${table} (${columns.join(', ')})
    select ${columns.map((name) => `new.${name}`).join(', ')}
    from unnest(${given.join(', ')}) with ordinality as new (${columns.join(', ')}, position)
    left join ${schema}.${table} as old using (${keys.join(', ')})
    where (old.sum, old.doc) is distinct from (new.sum, new.doc) order by new.position
    on conflict (${keys.join(', ')}) do update set sum = excluded.sum, doc = excluded.doc`
}

/** Parameters of both tables. Of two rows with one key, the last one counts. */
function rowValues(chains: readonly CatalogChain[], assets: readonly CatalogAsset[]): readonly unknown[] {
  const chainRows = lastOfEach(chains, ({ key }) => key).map((chain) => ({
    key: keyText(chain.key),
    ...storeText(chain),
  }))
  const assetRows = lastOfEach(assets, ({ chain, address }) => `${chain} ${address}`).map((asset) => ({
    chain: keyText(asset.chain),
    address: keyText(asset.address),
    ...storeText(asset),
  }))
  return [
    chainRows.map(({ key }) => key),
    chainRows.map(({ sum }) => sum),
    chainRows.map(({ doc }) => doc),
    assetRows.map(({ chain }) => chain),
    assetRows.map(({ address }) => address),
    assetRows.map(({ sum }) => sum),
    assetRows.map(({ doc }) => doc),
  ]
}

function lastOfEach<T>(rows: readonly T[], keyOf: (row: T) => string): readonly T[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
