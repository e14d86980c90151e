import { ASSETS_QUERY } from '../../core/api/requests.ts'
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
    await printPage(session.output, {
      page: await opened.service.assets(defined({ ...flags, chain })),
      columns: ['CHAIN', 'SYMBOL', 'ADDRESS', cuttable('NAME'), 'NEW'],
      row: (asset) => [asset.chain, asset.symbol, asset.address, asset.name, asset.new ? 'new' : ''],
      one: 'asset',
    })
  },
})
