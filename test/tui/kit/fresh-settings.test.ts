import { expect, test } from 'vitest'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { SettingsByKey } from '../../../src/io/index.ts'
import { openOnly, openScreens } from '../open-screens.ts'

const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const DAMAGED = 'The configuration file /home/config.json is damaged: it is not a JSON object'

test('settings that were changed elsewhere are in force within seconds; one that became invalid is said once, and the old ones stay', async () => {
  let file: SettingsByKey | undefined
  let reads = 0
  const readIfChanged = async () => {
    reads += 1
    if (file === undefined) throw new SwapError('CONFIG_INVALID', DAMAGED)
    return file
  }
  const settings = { values: {}, write: async () => undefined, readIfChanged }
  const { send, state, clock } = openScreens({ settings, open: openOnly({}) })
  file = { 'contact.bob': BOB, 'confirm-above': '5' }
  send([{ on: 'app', type: 'started' }])
  await clock.advance(3_100)
  expect(state().settings).toEqual({ 'contact.bob': BOB, 'confirm-above': '5' })
  file = undefined
  await clock.advance(3_000)
  expect(state().notice?.text).toBe(`the settings stay as they were, and nothing is locked: ${DAMAGED}`)
  send([{ on: 'app', type: 'notice', notice: { tone: 'info', text: 'something else' } }])
  await clock.advance(6_000)
  expect([state().notice?.text, state().settings['contact.bob']]).toEqual(['something else', BOB])
  file = { 'confirm-above': '5' }
  await clock.advance(3_000)
  expect(state().settings).toEqual({ 'confirm-above': '5' })
  expect(reads).toBe(5)
})
