import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newHome } from '../../support/new-home.ts'
import {
  defaultText,
  providerSettings,
  readSetting,
  findSettings,
  SETTING_NAMES,
  settingName,
  settingProblem,
  type Settings,
  SETTINGS,
} from '../../../src/io/index.ts'
import { liveProviders } from '../../../src/providers/live.ts'

describe('the table of settings', () => {
  test.each(SETTING_NAMES)('%s has a default and an example that it takes itself, and refuses a line break', (name) => {
    const key = 'suffix' in SETTINGS[name] ? `${name}.ethereum` : name
    const standard = defaultText(SETTINGS[name])
    if (standard !== undefined) expect(settingProblem(key, standard)).toBeUndefined()
    expect(settingProblem(key, SETTINGS[name].example)).toBeUndefined()
    expect(settingProblem(key, '\n')).toMatch(/^must be /)
    expect(settingProblem(key, 5)).toMatch(/^must be /)
  })

  test('says what a value must be, from the values that it takes', () => {
    expect(settingProblem('rank', 'prettiest')).toBe('must be best, fastest, cheapest or safest')
    expect(settingProblem('slippage', '10001')).toBe(
      'must be basis points from 0 to 10000, or a percentage: 50, 50bps and 0.5% are the same',
    )
    expect(settingProblem('slippage', '0.5')).toBe(
      'must have a unit where it has a decimal point: 0.5% is 50 basis points, and 0.5bps is 0.005%',
    )
    expect(['50', '50bps', '0.5%', '0.5 %'].map((text) => readSetting('slippage', text))).toEqual([50, 50, 50, 50])
    expect(settingProblem('sandbox-speed', '0')).toBe('must be a number from 0.001 to 1000000')
    expect(settingProblem('slipage', '1')).toBe('is not a setting')
  })

  test('types the settings in force by their keys', () => {
    const settings: Settings = new Map([['slippage', { key: 'slippage', value: '50', origin: '--set' }]])
    expect(settings.get('slippage')?.value).toBe('50')
    expect([settings.get('rpc.base'), settings.get('provider.LIFI.api-key')]).toEqual([undefined, undefined])
    // @ts-expect-error -- a misspelt key does not compile
    expect(settings.get('slipage')).toBeUndefined()
    // @ts-expect-error -- a key with a value per chain needs the chain
    expect(settings.get('recipient')).toBeUndefined()
  })

  test('gives values their types, and the default for what does not fit', () => {
    const [slippage, rank, wallet]: [number, 'best' | 'fastest' | 'cheapest' | 'safest', string | undefined] = [
      readSetting('slippage', '50'),
      readSetting('rank', undefined),
      readSetting('wallet', undefined),
    ]
    expect([slippage, rank, wallet]).toEqual([50, 'best', undefined])
    expect(readSetting('slippage', '1e3')).toBe(100)
  })

  test('knows keys with a chain, a family or a name only where a setting has them', () => {
    expect(settingName('recipient.bitcoin-cash')).toBe('recipient')
    expect(settingName('recipient')).toBeUndefined()
    expect(settingName('slippage.bitcoin')).toBeUndefined()
    expect(settingName('recipient.Bitcoin!')).toBeUndefined()
  })
})

test('a variable of one value is no chain of a setting whose name it begins with', async () => {
  const home = await newHome()
  const { settings } = await findSettings({
    flags: {},
    env: { SWAPCLI_SEND_RPC_PUBLIC_AFTER: '600', SWAPCLI_SEND_RPC_ETHEREUM: 'https://rpc.flashbots.net/fast' },
    file: join(home, 'config.json'),
    providerSettings: async () => [],
  })
  expect([...settings].map(([key, { value }]) => [key, value])).toEqual([
    ['send-rpc.ethereum', 'https://rpc.flashbots.net/fast'],
    ['send-rpc-public-after', '600'],
  ])
})

test('every provider has the same rows: what its manifest declares, its URL, and whether it takes part', () => {
  const rows = providerSettings(liveProviders().map(({ manifest }) => manifest))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  expect(byKey.size).toBe(rows.length)
  expect(byKey.get('provider.LIFI.api-key')?.secret).toBe(true)
  for (const row of rows) {
    const standard = defaultText(row)
    if (standard !== undefined) expect(settingProblem(row.key, standard, rows), row.key).toBeUndefined()
  }
})
