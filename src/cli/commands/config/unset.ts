import { normalKey, writeSetting } from '../../../io/index.ts'
import { defineCommand } from '../../command.ts'
import { KEY } from './keys.ts'

/** Takes a setting out of the configuration file; also one that this program does not know. */
export const unset = defineCommand({
  arguments: KEY,
  examples: ['config unset slippage'],
  repairsSettings: true,
  run: (session, { key }) => writeSetting(session.configFile, normalKey(key), undefined),
})
