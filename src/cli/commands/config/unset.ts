import { normalKey, writeSetting } from '../../../io/index.ts'
import { defineCommand } from '../../command.ts'
import { KEY } from './keys.ts'

/** Takes a setting out of the configuration file; also one that this program does not know. */
export const unset = defineCommand({
  arguments: KEY,
  examples: ['config unset slippage'],
  repairsSettings: true,
  run: async ({ configFile, output }, args) => {
    const key = normalKey(args.key)
    await writeSetting(configFile, key, undefined)
    output.note(`${key} is no longer set in ${configFile}`)
  },
})
