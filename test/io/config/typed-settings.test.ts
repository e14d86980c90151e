import { describe, expect, test } from 'vitest'
import { GLOBAL_OPTIONS } from '../../../src/cli/global-options.ts'
import { GLOBAL_SETTINGS, typedSettingWords } from '../../../src/io/config/typed-settings.ts'
import type { Settings } from '../../../src/io/index.ts'

describe('the same command again', () => {
  const settings: Settings = new Map(
    (
      [
        ['network', 'live', '--set'],
        ['rank', 'fastest', '--set'],
        ['sandbox-speed', '1000', '--sandbox-speed'],
        ['sandbox-seed', '7', 'SWAPCLI_SANDBOX_SEED'],
        ['slippage', '50', '--slippage'],
        ['rpc.ethereum', 'https://rpc.example/key', '--set'],
      ] as const
    ).map(([key, value, origin]) => [key, { key, value, origin }] as const),
  )

  test('has the settings that were typed for it, and those only', () => {
    expect(typedSettingWords(settings)).toEqual(['--set', 'rank=fastest', '--sandbox-speed', '1000'])
  })

  test('knows every option that sets a setting of all commands', () => {
    const declared = Object.values(GLOBAL_OPTIONS).flatMap((option) => ('setting' in option ? [option.setting] : []))
    expect(declared.sort()).toEqual([...GLOBAL_SETTINGS, 'api', 'network', 'store'].sort())
  })
})
