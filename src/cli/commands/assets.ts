import { ASSETS_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { notePage, pageOptions, pageQuery } from '../output/page.ts'
import { findChain } from '../quote/find-asset.ts'

/** Lists assets. */
export const assets = defineCommand({
  options: {
    chain: { kind: 'chain', value: 'chain', description: 'only those of one chain' },
    query: { kind: 'text', value: 'text', description: 'search name, symbol and address' },
    ...pageOptions('assets', ASSETS_QUERY),
  },
  examples: ['assets --chain ethereum --query usd', 'assets --query "wrapped bitcoin" --json'],
  run: async (session, _args, flags) => {
    const opened = await session.open()
    const { chain, query } = flags
    const page = await opened.service.assets({
      ...pageQuery(flags),
      ...defined({ query, chain: chain === undefined ? undefined : await findChain(opened, chain) }),
    })
    if (session.output.json) {
      session.output.printJson(page)
      return
    }
    await session.output.table(
      [
        { header: 'CHAIN' },
        { header: 'SYMBOL' },
        { header: 'ADDRESS' },
        { header: 'NAME', cuttable: true },
        { header: 'NEW' },
      ],
      page.data.map((asset) => [asset.chain, asset.symbol, asset.address, asset.name, asset.new ? 'new' : '']),
    )
    notePage(session.output, page.pagination, 'asset')
  },
})
