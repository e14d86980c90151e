import { SOURCE_TYPES } from '../../core/api/enums.ts'
import type { Source } from '../../core/api/documents.ts'
import { SOURCES_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { pageOptions, printPage } from '../output/page.ts'

/** How sources are listed. */
export const SOURCE_COLUMNS = [{ header: 'KEY' }, { header: 'NAME', cuttable: true }, { header: 'TYPE' }]

/** A source as a line of the list. */
export const sourceRow = ({ key, name, type }: Source) => [key, name, type]

/** Lists routing providers. */
export const sources = defineCommand({
  options: {
    type: { kind: 'choice', value: 'type', choices: SOURCE_TYPES, description: 'only those of one type' },
    ...pageOptions('providers', SOURCES_QUERY),
  },
  examples: ['sources', 'sources --type BRIDGE --json'],
  run: async (session, _args, flags) => {
    const { service } = await session.open()
    await printPage(session.output, {
      page: await service.sources(defined(flags)),
      columns: SOURCE_COLUMNS,
      row: sourceRow,
      one: 'provider',
    })
  },
})
