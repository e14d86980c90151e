import { expect, onTestFinished, test } from 'vitest'
import { machineZone } from '../../src/io/time-zone.ts'

test.each([
  ['UTC', 0, 0],
  ['Europe/Berlin', 60, 120],
  ['America/St_Johns', -210, -150],
  ['Asia/Kolkata', 330, 330],
])('the clocks of a machine in %s are ahead of UTC by what holds at the moment', (zone, winter, summer) => {
  const before = process.env['TZ']
  onTestFinished(() => void (process.env['TZ'] = before))
  process.env['TZ'] = zone
  expect(['2026-01-15', '2026-07-15'].map((day) => machineZone.aheadMin(Date.parse(day)))).toEqual([winter, summer])
})
