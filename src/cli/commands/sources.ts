import { SOURCE_TYPES } from '../../core/api/enums.ts'
import { SOURCES_QUERY } from '../../core/api/requests.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { notePage, pageOptions, pageQuery } from '../output/page.ts'

/** Lists routing providers. */
export const sources = defineCommand({
  options: {
    type: { kind: 'choice', value: 'type', choices: SOURCE_TYPES, description: 'only those of one type' },
    ...pageOptions('providers', SOURCES_QUERY),
  },
  examples: ['sources', 'sources --type BRIDGE --json'],
  run: async (session, _args, flags) => {
    const { service } = await session.open()
    const page = await service.sources({ ...pageQuery(flags), ...defined({ type: flags.type }) })
    if (session.output.json) {
      session.output.printJson(page)
      return
    }
    await session.output.table(
      [{ header: 'KEY' }, { header: 'NAME', cuttable: true }, { header: 'TYPE' }],
      page.data.map((source) => [source.key, source.name, source.type]),
    )
    notePage(session.output, page.pagination, 'provider')
  },
})
