import { SOURCE_TYPES } from '../../core/api/enums.ts'
import type { Command } from '../command.ts'
import { notePage, pageQuery } from '../output/page.ts'

/** Lists routing providers. */
export const sources: Command = {
  options: [
    { flags: '--type <type>', description: SOURCE_TYPES.join(', '), values: SOURCE_TYPES },
    { flags: '--page <n>', description: 'page, from 1' },
    { flags: '--per-page <n>', description: 'providers a page, 1 to 300' },
  ],
  examples: ['sources', 'sources --type BRIDGE --json'],
  run: async (session, _words, flags) => {
    const { service } = await session.open()
    const type = flags.text('type')?.toUpperCase()
    const page = await service.sources({ ...pageQuery(flags), ...(type === undefined ? {} : { type }) })
    if (session.output.json) {
      session.output.printJson(page)
      return
    }
    await session.output.table(
      [{ header: 'KEY' }, { header: 'NAME', cuttable: true }, { header: 'TYPE' }],
      page.data.map((source) => [source.key, source.name, source.type]),
    )
    notePage(session.output, page.pagination, 'providers')
  },
}
