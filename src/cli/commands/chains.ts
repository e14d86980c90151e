import { CHAIN_TYPES } from '../../core/api/enums.ts'
import { CHAINS_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { notePage, pageOptions, pageQuery } from '../output/page.ts'

/** Lists chains. */
export const chains = defineCommand({
  options: {
    query: { kind: 'text', value: 'text', description: 'search name, short name and key' },
    type: { kind: 'choice', value: 'type', choices: CHAIN_TYPES, description: 'only those of one type' },
    ...pageOptions('chains', CHAINS_QUERY),
  },
  examples: ['chains', 'chains --type UTXO', 'chains --query arb --json'],
  run: async (session, _args, flags) => {
    const { service } = await session.open()
    const { query, type } = flags
    const page = await service.chains({ ...pageQuery(flags), ...defined({ query, type }) })
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
    notePage(session.output, page.pagination, 'chain')
  },
})
