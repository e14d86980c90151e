import { defaultText, SETTING_NAMES, settingForms, type SettingName, SETTINGS } from '../../../io/index.ts'
import { type CommandGroup, entry } from '../../command.ts'

/** Shows and changes settings. */
export const config: CommandGroup = {
  kind: 'group',
  defaultAction: 'list',
  actions: [
    entry('list', 'List settings and where they come from', async () => (await import('./list.ts')).list),
    entry('get', 'Print one setting', async () => (await import('./get.ts')).get),
    entry('set', 'Keep a setting', async () => (await import('./set.ts')).set),
    entry('unset', 'Remove a setting', async () => (await import('./unset.ts')).unset),
    entry(
      'actions',
      'List what keys.<action> sets: actions of the screens',
      async () => (await import('./actions.ts')).actions,
    ),
    entry('path', 'Print the path of the configuration file', async () => (await import('./path.ts')).path),
  ],
  examples: ['config list', 'config set slippage 50', 'config unset slippage'],
  notes: `Keys (flags override the environment, which overrides the file):\n${SETTING_NAMES.map(describeSetting).join('\n')}
  provider.<KEY>.<name>: Setting of a provider, such as provider.LIFI.api-key [SWAPCLI_PROVIDER_<KEY>_<NAME>];
    see what there is: swapcli providers show KEY
Secrets are never printed, and are read from stdin with the value -.`,
}

/** One setting as the help lists it. */
function describeSetting(name: SettingName): string {
  const { key, variable } = settingForms(name)
  const standard = defaultText(SETTINGS[name])
  return `  ${key}: ${SETTINGS[name].description}${standard === undefined ? '' : ` (default ${standard})`} [${variable}]`
}
