import { cleanText } from '../../../core/text/clean-text.ts'
import { defineCommand } from '../../command.ts'

/** Where the configuration file is. */
export const path = defineCommand({
  examples: ['config path'],
  repairsSettings: true,
  run: async ({ output, configFile }) => {
    if (output.json) output.printJson({ data: { path: configFile } })
    else output.print(cleanText(configFile, Infinity))
  },
})
