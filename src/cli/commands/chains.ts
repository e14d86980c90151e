import { CHAIN_TYPES } from '../../core/api/enums.ts'
import type { Command } from '../command.ts'
import { notePage, pageQuery } from '../output/page.ts'

/** Lists chains. */
export const chains: Command = {
  options: [
    { flags: '--query <text>', description: 'search name, short name and key' },
    { flags: '--type <type>', description: CHAIN_TYPES.join(', '), values: CHAIN_TYPES },
    { flags: '--page <n>', description: 'page, from 1' },
    { flags: '--per-page <n>', description: 'chains a page, 1 to 1000' },
  ],
  examples: ['chains', 'chains --type UTXO', 'chains --query arb --json'],
  run: async (session, _words, flags) => {
    const { service } = await session.open()
    const type = flags.text('type')?.toUpperCase()
    const page = await service.chains({ ...pageQuery(flags), ...(type === undefined ? {} : { type }) })
    if (session.output.json) {
      session.output.printJson(page)
      return
    }
    await session.output.table(
      [
        { header: 'KEY' },
        { header: 'NAME', cuttable: true },
        { header: 'SHORT' },
        { header: 'CHAIN ID', align: 'right' },
        { header: 'TYPE' },
        { header: 'NEW' },
      ],
      page.data.map((chain) => [
        chain.key,
        chain.name,
        chain.shortname,
        String(chain.chainId),
        chain.type,
        chain.new ? 'new' : '',
      ]),
    )
    notePage(session.output, page.pagination, 'chains')
  },
}
