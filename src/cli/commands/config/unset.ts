import { normalKey, readConfig } from '../../../io/index.ts'
import { defineCommand } from '../../command.ts'
import { changeSetting } from '../../exclusive-changes.ts'
import { checkKey, KEY } from './keys.ts'
import { verifyUnsetKey } from './verify-keys.ts'

/** What it means where swaps were made in a database: `database` is what `store` names. */
const WITHOUT_DATABASE =
  'the store is a file of the home from here on: what was swapped in the database is in it as far as it was copied. ' +
  'Where it was not, set store again and run: swapcli store copy database file --aside'

/** Takes a setting out of the configuration file; also one in it that this program does not know. */
export const unset = defineCommand({
  arguments: KEY,
  examples: ['config unset slippage'],
  repairsSettings: true,
  run: async (session, { key: typed }) => {
    const { configFile, output, settings } = session
    const kept = (await readConfig(configFile)).map(({ key }) => key)
    const key = [typed, normalKey(typed)].find((each) => kept.includes(each))
    if (key === undefined) {
      const known = await checkKey(session, typed)
      const origin = settings.get(known)?.origin
      const elsewhere = origin === undefined ? '' : `; it is set by ${origin}`
      return output.note(`${known} is not set in ${configFile}, so nothing was changed${elsewhere}`)
    }
    await verifyUnsetKey(session, key)
    await changeSetting(session, key, undefined)
    output.note(`${key} is no longer set in ${configFile}`)
    if (key === 'store') output.note(WITHOUT_DATABASE)
  },
})
