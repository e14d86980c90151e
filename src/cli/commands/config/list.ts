import { isKeyed, SETTING_NAMES } from '../../../io/index.ts'
import { defineCommand } from '../../command.ts'
import { refuseBrokenSettings } from '../../session.ts'
import { providerRows, settingToPrint } from './keys.ts'

/** Every setting and where it comes from. */
export const list = defineCommand({
  examples: ['config list', 'config list --json'],
  repairsSettings: true,
  run: async (session) => {
    refuseBrokenSettings(session)
    const { output, settings, configFile } = session
    const known = await providerRows([...settings.keys()])
    const unset = SETTING_NAMES.filter((name) => !isKeyed(name)).filter((name) => !settings.has(name))
    const rows = [...settings.keys(), ...unset]
      .map((key) => settingToPrint(key, settings, known))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    if (output.json) return output.printJson({ data: rows })
    await output.table(
      ['KEY', 'VALUE', 'FROM'],
      // The path of the file would push every origin below its row.
      rows.map(({ key, value = '', origin }) => [key, value, origin === configFile ? 'the file' : origin]),
    )
    if (rows.some(({ origin }) => origin === configFile)) output.note(`the file: ${configFile}`)
  },
})
