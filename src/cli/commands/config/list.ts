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
    const { output, settings } = session
    const known = await providerRows([...settings.keys()])
    const unset = SETTING_NAMES.filter((name) => !isKeyed(name)).filter((name) => !settings.has(name))
    const rows = [...settings.keys(), ...unset]
      .map((key) => settingToPrint(key, settings, known))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    if (output.json) return output.printJson({ data: rows })
    await output.table(
      ['KEY', 'VALUE', 'FROM'],
      rows.map((row) => [row.key, row.value ?? '', row.origin]),
    )
  },
})
