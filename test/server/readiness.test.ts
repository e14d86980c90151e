import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSwapService } from '../../src/open.ts'
import { createHandler } from '../../src/server/app.ts'
import { embeddedOptions } from '../../src/server/embedded-options.ts'
import { rawSql } from '../store/raw.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { newHome } from '../support/new-home.ts'
import { addTransaction, sampleTransaction } from '../support/store.ts'
import { get } from './requests.ts'

test.each([
  ['its lists cannot be read', (path: string) => rawSql(path, 'UPDATE transaction_facts SET created_ms = 1')],
  ['its log is emptied', (path: string) => truncateSync(`${path}-wal`)],
])('a server whose store is such that %s is not ready', async (_, damage) => {
  const home = await newHome()
  const clock = createFakeClock()
  const service = await openSwapService({ home, clock })
  const handler = createHandler(service, { clock, ...embeddedOptions(service) })
  const ready = async () => {
    const answer = await handler(get('/readyz?verbose'))
    return [answer.status, (await answer.text()).split('\n')[1]]
  }
  await addTransaction(service.store, sampleTransaction('tx_1'))
  expect(await ready()).toEqual([200, '[+] store ok'])
  damage(join(home, 'sandbox.db'))
  expect(await ready()).toEqual([503, '[-] store failed: the store cannot be read and written'])
  await service.close()
})
