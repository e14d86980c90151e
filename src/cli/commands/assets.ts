import { ASSETS_QUERY } from '../../core/api/requests.ts'
import type { Asset, Page } from '../../core/api/documents.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import { EVIDENCE_WORDS, FORM_WORDS, UNBACKED } from '../../core/assets/evidence.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { pageOptions, printPage } from '../output/page.ts'
import { findChain } from '../quote/find-asset.ts'
import { cuttable } from '../output/table.ts'

/** Lists assets. */
export const assets = defineCommand({
  options: {
    chain: { kind: 'chain', value: 'chain', description: 'only those of one chain' },
    query: { kind: 'text', value: 'text', description: 'search name, symbol and address' },
    ...pageOptions('assets', ASSETS_QUERY),
  },
  examples: ['assets --chain ethereum --query usd', 'assets --query "wrapped bitcoin" --json'],
  run: async (session, _args, flags) => {
    const opened = await session.openLists()
    const chain = flags.chain === undefined ? undefined : await findChain(opened, flags.chain)
    const page = await opened.service.assets(defined({ ...flags, chain }))
    await printPage(session.output, {
      page: opened.isServers ? await ownRows(opened.catalog, page) : page,
      columns: ['CHAIN', 'SYMBOL', 'ADDRESS', cuttable('NAME'), 'EVIDENCE', 'FORM', 'NEW'],
      row: ({ chain: on, symbol, address, name, evidence, form, ...asset }) => [
        ...[on, symbol, address, name, wordOf(EVIDENCE_WORDS, evidence), wordOf(FORM_WORDS, form)],
        asset.new ? 'new' : '',
      ],
      one: 'asset',
    })
  },
})

/** What a server lists, by the names and backing that the catalog of this machine has for it: a server could claim anything. */
async function ownRows(catalog: Pick<Catalog, 'asset'>, page: Page<Asset>): Promise<Page<Asset>> {
  const data = page.data.map(async ({ evidence: _evidence, form: _form, successor: _successor, ...asset }) => {
    const known = await catalog.asset(asset.chain, asset.address)
    if (known === undefined) return { ...asset, ...UNBACKED }
    const { symbol, name, isNative, decimals, evidence, form, successor } = known
    return { ...asset, symbol, name, isNative, decimals, evidence, form, ...defined({ successor }) }
  })
  return { ...page, data: await Promise.all(data) }
}

/** A server of a later version may have others, which stay as they are. */
function wordOf(words: Readonly<Record<string, string>>, said: Asset['evidence'] | Asset['form']): string {
  const word = said ?? ''
  return Object.hasOwn(words, word) ? (words[word] ?? '') : word
}
