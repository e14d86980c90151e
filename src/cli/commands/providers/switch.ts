import { providerVariable } from '../../../core/provider-variable.ts'
import { providerSettingKey } from '../../../io/index.ts'
import { type Command, defineCommand } from '../../command.ts'
import { changeSetting } from '../../exclusive-changes.ts'
import { knownProviderSettings } from '../../provider-settings.ts'
import type { Session } from '../../session.ts'

/** Switches a provider on. */
export const enable = switchCommand('enable', true)

/** Switches a provider off, so that it is asked for nothing. */
export const disable = switchCommand('disable', false)

function switchCommand(name: string, on: boolean): Command {
  return defineCommand({
    arguments: {
      key: {
        kind: 'provider',
        anyNetwork: true,
        required: true,
        hint: 'swapcli providers list',
        description: 'key of the provider, of either network',
      },
    },
    examples: [`providers ${name} MAYA`],
    local: true,
    run: (session, { key }) => switchProvider(session, key, on),
  })
}

async function switchProvider(session: Session, key: string, on: boolean): Promise<void> {
  const { output } = session
  const rows = await knownProviderSettings()
  const row = rows.find(({ provider, name }) => provider === key && name === 'ENABLED')
  if (row === undefined) throw new Error('a key was checked to be one of a provider')
  await changeSetting(session, providerSettingKey(key, 'ENABLED'), on ? undefined : 'false')
  const variable = providerVariable(row)
  const overridden = (session.env[variable] ?? '') !== '' && session.env[variable] !== String(on)
  if (output.json) output.printJson({ data: { key, enabled: overridden ? !on : on } })
  output.note(
    overridden
      ? `the configuration says ${on ? 'on' : 'off'}, but ${variable} overrides it`
      : `${key} is now ${on ? 'on' : 'off'}`,
  )
}
