import { CHAIN_TYPES } from '../../core/api/enums.ts'
import { CHAINS_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { pageOptions, printPage } from '../output/page.ts'
import { cuttable, right } from '../output/table.ts'

/** Lists chains. */
export const chains = defineCommand({
  options: {
    query: { kind: 'text', value: 'text', description: 'search name, short name and key' },
    type: { kind: 'choice', value: 'type', choices: CHAIN_TYPES, description: 'only those of one type' },
    ...pageOptions('chains', CHAINS_QUERY),
  },
  examples: ['chains', 'chains --type UTXO', 'chains --query arb --json'],
  run: async (session, _args, flags) => {
    const { service } = await session.openLists()
    await printPage(session.output, {
      page: await service.chains(defined(flags)),
      columns: ['KEY', cuttable('NAME'), 'SHORT', right('CHAIN ID'), 'TYPE', 'NEW'],
      row: ({ key, name, shortname, chainId, type, new: isNew }) => [
        key,
        name,
        shortname,
        String(chainId),
        type,
        isNew ? 'new' : '',
      ],
      one: 'chain',
    })
  },
})
