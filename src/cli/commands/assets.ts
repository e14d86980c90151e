import type { Command } from '../command.ts'
import { nameChain } from '../quote/names.ts'
import { notePage, pageQuery } from '../output/page.ts'

/** Lists assets. */
export const assets: Command = {
  options: [
    { flags: '--chain <chain>', description: 'only those of one chain' },
    { flags: '--query <text>', description: 'search name, symbol and address' },
    { flags: '--page <n>', description: 'page, from 1' },
    { flags: '--per-page <n>', description: 'assets a page, 1 to 1000' },
  ],
  examples: ['assets --chain ethereum --query usd', 'assets --query "wrapped bitcoin" --json'],
  run: async (session, _words, flags) => {
    const opened = await session.open()
    const chain = flags.text('chain')
    const page = await opened.service.assets({
      ...pageQuery(flags),
      ...(chain === undefined ? {} : { chain: await nameChain(opened, chain) }),
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
    notePage(session.output, page.pagination, 'assets')
  },
}
