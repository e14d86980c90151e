import { expect, test } from 'vitest'
import { configHome, dataHome } from '../../../src/io/config/paths.ts'

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
