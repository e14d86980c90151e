import { expect, test } from 'vitest'
import { isSwapError } from '../../../src/core/api/errors.ts'
import { configHome, dataHome, stateHome } from '../../../src/io/config/paths.ts'

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/share/swapcli', '/home/ann/.config/swapcli'],
  ['linux', { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' }, '/home/ann', '/d/swapcli', '/c/swapcli'],
  [
    'linux',
    { XDG_DATA_HOME: 'relative', XDG_CONFIG_HOME: '' },
    '/home/ann',
    '/home/ann/.local/share/swapcli',
    '/home/ann/.config/swapcli',
  ],
  [
    'darwin',
    {},
    '/Users/ann',
    '/Users/ann/Library/Application Support/swapcli',
    '/Users/ann/Library/Preferences/swapcli',
  ],
  ['win32', { APPDATA: '/R', LOCALAPPDATA: '/L' }, '/u', '/L/swapcli/Data', '/R/swapcli/Config'],
  ['win32', {}, '/u', '/u/AppData/Local/swapcli/Data', '/u/AppData/Roaming/swapcli/Config'],
  ['linux', { SWAPCLI_HOME: '/mine', XDG_DATA_HOME: '/d' }, '/home/ann', '/mine', '/mine'],
])('on %s with %j data and settings have their folders', (platform, env, userHome, data, config) => {
  const place = { platform, env, userHome }
  expect([dataHome(place), configHome(place)]).toEqual([data, config])
})

test.each([
  ['linux', {}, '/home/ann', '/home/ann/.local/state/swapcli'],
  ['linux', { XDG_STATE_HOME: '/s' }, '/home/ann', '/s/swapcli'],
  ['darwin', { XDG_STATE_HOME: '/s' }, '/Users/ann', '/Users/ann/Library/Application Support/swapcli/state'],
  ['win32', { LOCALAPPDATA: '/L' }, '/u', '/L/swapcli/State'],
  ['linux', { SWAPCLI_HOME: '/mine', XDG_STATE_HOME: '/s' }, '/home/ann', '/s/swapcli'],
  ['linux', { SWAPCLI_STATE: '/seen', XDG_STATE_HOME: '/s' }, '/home/ann', '/seen'],
])('on %s with %j what the machine has seen stays apart from the home', (platform, env, userHome, state) => {
  expect(stateHome({ platform, env, userHome })).toBe(state)
})

const LINUX = { platform: 'linux', env: {}, userHome: '/home/ann' }

test.each([
  [
    'a relative SWAPCLI_HOME',
    { ...LINUX, env: { SWAPCLI_HOME: 'data' } },
    'SWAPCLI_HOME is not an absolute path: data',
  ],
  [
    'a relative SWAPCLI_HOME',
    { ...LINUX, env: { SWAPCLI_HOME: '~/data' } },
    'SWAPCLI_HOME is not an absolute path: ~/data',
  ],
  ['an empty HOME', { ...LINUX, userHome: '' }, 'HOME is empty'],
  ['a relative HOME', { ...LINUX, userHome: 'ann' }, 'HOME is not an absolute path: ann'],
  ['no home folder', { ...LINUX, userHome: undefined }, 'This user has no home folder, and SWAPCLI_HOME is not set'],
  ['an empty HOME on a Mac', { ...LINUX, platform: 'darwin', userHome: '' }, 'HOME is empty'],
  [
    'a relative USERPROFILE',
    { ...LINUX, platform: 'win32', userHome: 'ann' },
    'USERPROFILE is not an absolute path: ann',
  ],
])('with %s no folder of data or settings is guessed', (_, place, message) => {
  for (const folder of [dataHome, configHome])
    expect(refusalOf(() => folder(place))).toEqual(['CONFIG_INVALID', message])
})

test.each([
  [{ ...LINUX, env: { SWAPCLI_STATE: 'seen' } }, 'SWAPCLI_STATE is not an absolute path: seen'],
  [{ ...LINUX, env: { SWAPCLI_HOME: '/mine' }, userHome: '' }, 'HOME is empty'],
  [{ ...LINUX, platform: 'win32', env: { LOCALAPPDATA: 'Local' } }, 'LOCALAPPDATA is not an absolute path: Local'],
])('with %j no folder of what the machine has seen is guessed', (place, message) => {
  expect(refusalOf(() => stateHome(place))).toEqual(['CONFIG_INVALID', message])
})

test('a user without a home folder needs only the two variables', () => {
  const place = { platform: 'linux', env: { SWAPCLI_HOME: '/mine', SWAPCLI_STATE: '/seen' }, userHome: undefined }
  expect([dataHome(place), configHome(place), stateHome(place)]).toEqual(['/mine', '/mine', '/seen'])
})

test('paths of Windows are absolute with a drive', () => {
  const place = { platform: 'win32', env: { SWAPCLI_HOME: 'D:\\swaps' }, userHome: 'C:\\Users\\ann' }
  expect(dataHome(place)).toBe('D:\\swaps')
})

/** Code and message of what is thrown. */
function refusalOf(work: () => unknown): readonly string[] {
  try {
    work()
  } catch (error) {
    if (isSwapError(error)) return [error.code, error.message]
    throw error
  }
  return []
}
