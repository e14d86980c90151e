import { hash } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSwapService } from '../../src/open.ts'
import { fillPending } from '../bench/fill.ts'
import { cli } from '../cli/run-here.ts'
import { newHome } from '../support/new-home.ts'
import { addFast } from '../support/store.ts'
import { FAST, fillIn, openRoute, openScreens } from './screens-world.ts'

const ENDED = 10_000
const PENDING = 300
const HOUR_MS = 3_600_000

/** Makes a swap of the home, and so many copies of it, each an hour before the next. */
async function fillEnded(home: string, count: number): Promise<void> {
  const words = ['swap', '100', 'ethereum:USDC', 'base:USDC', '--provider', 'SANDBOX_BRIDGE', '--yes']
  expect(await cli(words, { home, env: FAST })).toMatchObject({ code: 0 })
  const service = await openSwapService({ home })
  const [{ id = '' } = {}] = (await service.history({})).data
  const found = await service.store.transactions.get(id)
  await service.close()
  if (found === undefined) throw new Error('the swap left no transaction')
  const { doc } = found
  expect(doc.status).toBe('SUCCESS')
  const earlier = (time: string, index: number) => new Date(Date.parse(time) - index * HOUR_MS).toISOString()
  await addFast(
    join(home, 'sandbox.db'),
    Array.from({ length: count - 1 }, (_, at) => at + 1).map((index) => ({
      ...doc,
      id: `tx_${String(index).padStart(26, '0')}`,
      lockId: `lock_${String(index).padStart(26, '0')}`,
      hash: `0x${hash('sha256', `hash ${index}`)}`,
      inboundHash: `0x${hash('sha256', `inbound ${index}`)}`,
      createdAt: earlier(doc.createdAt, index),
      updatedAt: earlier(doc.updatedAt, index),
    })),
  )
}

test('in a home of thousands of swaps, of which hundreds are pending, keys list, filter and open them, and a swap is paid', async () => {
  const home = await newHome()
  await fillEnded(home, ENDED)
  // Numbers that are none of the others.
  await fillPending(home, PENDING, 36 ** 6)
  // One more that the others are copies of.
  const pending = PENDING + 1
  const screens = openScreens({ home, columns: 100, rows: 40 })
  await screens.until('Press : and write')
  screens.press('3')
  await screens.until(new RegExp(`^${ENDED + pending} swaps, .* ${pending} PENDING · ${ENDED} SUCCESS$`, 'm'))
  screens.press('/', 'status:pending', 'enter')
  const shown = await screens.until(new RegExp(`only status:pending \\(Esc shows all\\) · ${pending} swaps`))
  expect(shown).not.toMatch(/ SUCCESS$/m)
  screens.press('/', ' provider:sandbox_bridge', 'enter')
  await screens.until(/only status:pending provider:sandbox_bridge .*[^]*no swap/i)
  screens.press('esc')
  await screens.until(new RegExp(`^${ENDED + pending} swaps, `, 'm'))

  screens.press('enter')
  await screens.until(/status +PENDING/)
  screens.press('esc')
  await screens.until('Enter details')
  screens.press('1')
  await fillIn(screens, '7')
  await openRoute(screens, 'SANDBOX_BRIDGE')
  await screens.answer('P')
  await screens.until('Done.')
  screens.press('3')
  await screens.until(new RegExp(`^${ENDED + pending + 1} swaps, .* ${ENDED + 1} SUCCESS$`, 'm'))
  screens.press('q')
  expect((await screens.exit()).code).toBe(0)
})
