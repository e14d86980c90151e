import { expect, test } from 'vitest'
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
