import { defineCommand } from '../../command.ts'
import { refuseBrokenSettings } from '../../session.ts'
import { KEY, checkKey, providerRows, settingToPrint } from './keys.ts'

/** The value of one setting that holds, its default where none is set. */
export const get = defineCommand({
  arguments: KEY,
  examples: ['config get slippage', 'config get network --json'],
  repairsSettings: true,
  run: async (session, args) => {
    refuseBrokenSettings(session)
    const { output, settings } = session
    const key = await checkKey(session, args.key)
    const row = settingToPrint(key, settings, await providerRows([key]))
    if (output.json) output.printJson({ data: row })
    else if (row.value !== undefined) output.print(output.clean(row.value))
    if (!settings.has(key)) output.note(`${key} is not set${row.value === undefined ? '' : ': this is the default'}`)
  },
})
