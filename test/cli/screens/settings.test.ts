import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accountInUse } from '../../../src/cli/accounts/account-in-use.ts'
import { screenSessions, screenSettings } from '../../../src/cli/screens/settings.ts'
import { runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'

test('what the screens keep holds for them at once, and is in the file', async () => {
  const home = await newHome()
  const { error } = await runInSession(
    async (session) => {
      const sessions = screenSessions(session)
      const now = sessions.next()
      const settings = screenSettings(now)
      await settings.write('wallet', 'nobody')
      await expect(accountInUse(now, undefined)).rejects.toThrow('No account is named nobody')
      expect(settings.origins?.()['wallet']).toEqual({ name: session.configFile, isFile: true })
      await settings.write('wallet', undefined)
      expect(await accountInUse(now, undefined)).toBeUndefined()
      await settings.write('network', 'sandbox')
      expect([session.network, now.network, sessions.next().network]).toEqual(['live', 'live', 'sandbox'])
      expect(session.settings.get('network')?.value).toBe('live')
    },
    { home },
  )
  expect(error).toBeUndefined()
  expect(JSON.parse(await readFile(join(home, 'config.json'), 'utf8'))).toEqual({ network: 'sandbox' })
})

test('secrets and settings of providers reach the screens by their keys and origins only', async () => {
  const settings = { slippage: '50', 'rpc.base': 'https://rpc.example/key', 'provider.LIFI.api-key': 'key' }
  const { error } = await runInSession(
    async (session) => {
      const { values, origins } = screenSettings(screenSessions(session).next())
      expect(values).toEqual({ network: 'live', slippage: '50' })
      expect(Object.entries(origins?.() ?? {})).toEqual([
        ['network', { name: '--set', isFile: false }],
        ['slippage', { name: '--set', isFile: false }],
        ['rpc.base', { name: '--set', isFile: false }],
        ['provider.LIFI.api-key', { name: '--set', isFile: false }],
      ])
    },
    { settings },
  )
  expect(error).toBeUndefined()
})

test('the file is read again on demand: what holds from elsewhere, the network, and what is damaged change nothing', async () => {
  const home = await newHome()
  const file = join(home, 'config.json')
  const keep = (values: Readonly<Record<string, string>>) => writeFile(file, JSON.stringify(values))
  await keep({ slippage: '70', rank: 'fastest', theme: 'light' })
  const { error } = await runInSession(
    async (session) => {
      const { read, origins } = screenSettings(screenSessions(session).next())
      expect(await read?.()).toMatchObject({ slippage: '50', rank: 'fastest', theme: 'light' })
      await keep({ slippage: '70', theme: 'none', 'lock-ttl': '90', network: 'live' })
      const values = await read?.()
      expect(values).toEqual({ network: 'live', slippage: '50', theme: 'none', 'lock-ttl': '90' })
      expect(origins?.()['network']).toEqual({ name: '--set', isFile: false })
      await keep({ slippage: '70', theme: 'pink' })
      await expect(read?.()).rejects.toThrow('theme')
      expect(origins?.()['theme']).toEqual({ name: session.configFile, isFile: true })
    },
    { home, settings: { slippage: '50' } },
  )
  expect(error).toBeUndefined()
})

test('the file is read only where it has changed since, also where something else has read it; what is damaged is read until it is not', async () => {
  const home = await newHome()
  const file = join(home, 'config.json')
  const keep = (values: Readonly<Record<string, string>>) => writeFile(file, JSON.stringify(values))
  const { error } = await runInSession(
    async (session) => {
      const { read, readIfChanged } = screenSettings(screenSessions(session).next())
      expect(await readIfChanged?.()).toEqual({ network: 'live' })
      expect(await readIfChanged?.()).toBeUndefined()
      await keep({ theme: 'none' })
      expect(await read?.()).toEqual({ network: 'live', theme: 'none' })
      expect(await readIfChanged?.()).toEqual({ network: 'live', theme: 'none' })
      expect(await readIfChanged?.()).toBeUndefined()
      await writeFile(file, '{')
      await expect(readIfChanged?.()).rejects.toThrow('damaged')
      await expect(readIfChanged?.()).rejects.toThrow('damaged')
      await rm(file)
      expect(await readIfChanged?.()).toEqual({ network: 'live' })
    },
    { home },
  )
  expect(error).toBeUndefined()
})

test('what was opened is closed once, last first: before the screens open anew, or with the session', async () => {
  const ended: string[] = []
  await runInSession(async (session) => {
    const sessions = screenSessions(session)
    const first = sessions.next()
    for (const name of ['store', 'service']) first.onEnd(async () => void ended.push(name))
    await sessions.end()
    expect(ended).toEqual(['service', 'store'])
    sessions.next().onEnd(async () => void ended.push('second'))
  })
  expect(ended).toEqual(['service', 'store', 'second'])
})

test.each([['off'], ['a file']])('who leaves the screens waits for no answer, the trace being %s', async (trace) => {
  const home = await newHome()
  let begun = () => undefined as void
  const asked = new Promise<void>((resolve) => {
    begun = resolve
  })
  const server = createServer(() => begun())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { error } = await runInSession(
    async (session) => {
      const http = await screenSessions(session).next().openHttp?.()
      const outcome = http
        ?.fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
          method: 'GET',
          headers: {},
          redirect: 'manual',
          signal: new AbortController().signal,
        })
        .then(
          () => 'answered',
          () => 'broken off',
        )
      await asked
      await http?.close()
      expect(await outcome).toBe('broken off')
    },
    { home, settings: trace === 'off' ? {} : { trace: join(home, 'trace.txt') } },
  )
  expect(error).toBeUndefined()
})
