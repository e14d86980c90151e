import { SOURCE_TYPES } from '../../core/api/enums.ts'
import { SOURCES_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { pageOptions, printPage } from '../output/page.ts'
import { SOURCE_COLUMNS, sourceRow } from '../views/provider-view.ts'

/** Lists routing providers. */
export const sources = defineCommand({
  options: {
    type: { kind: 'choice', value: 'type', choices: SOURCE_TYPES, description: 'only those of one type' },
    ...pageOptions('providers', SOURCES_QUERY),
  },
  examples: ['sources', 'sources --type BRIDGE --json'],
  run: async (session, _args, flags) => {
    const { service } = await session.openLists()
    await printPage(session.output, {
      page: await service.sources(defined(flags)),
      columns: SOURCE_COLUMNS,
      row: sourceRow,
      one: 'provider',
    })
  },
})
