import { ASSETS_QUERY } from '../../core/api/requests.ts'
import type { Asset } from '../../core/api/documents.ts'
import { EVIDENCE_WORDS, FORM_WORDS } from '../../core/assets/evidence.ts'
import { inOwnWords } from '../../core/assets/find-assets.ts'
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
    // A server could claim anything.
    const own = async (asset: Asset) => (opened.isServers ? (await inOwnWords(opened.catalog, asset)).row : asset)
    await printPage(session.output, {
      page: { ...page, data: await Promise.all(page.data.map(own)) },
      columns: ['CHAIN', 'SYMBOL', 'ADDRESS', cuttable('NAME'), 'EVIDENCE', 'FORM', 'NEW'],
      row: ({ chain: on, symbol, address, name, evidence, form, ...asset }) => [
        ...[on, symbol, address, name, wordOf(EVIDENCE_WORDS, evidence), wordOf(FORM_WORDS, form)],
        asset.new ? 'new' : '',
      ],
      one: 'asset',
    })
  },
})

/** A server of a later version may have others, which stay as they are. */
function wordOf(words: Readonly<Record<string, string>>, said: Asset['evidence'] | Asset['form']): string {
  const word = said ?? ''
  return Object.hasOwn(words, word) ? (words[word] ?? '') : word
}
