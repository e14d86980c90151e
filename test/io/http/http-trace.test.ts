import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HttpReply, PooledHttp } from '../../../src/core/ports.ts'
import { openTraceFile, traceHttp, traceLine } from '../../../src/io/http/http-trace.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { newHome } from '../../support/new-home.ts'

const SIGNED = `0x02${'ab'.repeat(180)}`
const SECRET = 'sk_live_5f0c2a'

interface Call {
  readonly url: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly reply?: Pick<HttpReply, 'status'> & { readonly text: string }
  readonly error?: Error
}

/** The lines of a call that takes 40 ms, and what its caller read. */
async function traced({ url, body, headers = {}, reply = { status: 200, text: '{}' }, error }: Call) {
  const clock = createFakeClock()
  const lines: string[] = []
  const http: PooledHttp = {
    close: () => Promise.resolve(),
    fetch: async () => {
      await clock.advance(40)
      if (error !== undefined) throw error
      return { status: reply.status, headers: { get: () => null }, body: new Blob([reply.text]).stream() }
    },
  }
  const { fetch } = traceHttp(http, { clock, secrets: [SECRET], write: (call) => lines.push(traceLine(call)) })
  const method = body === undefined ? 'GET' : 'POST'
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const { signal } = new AbortController()
  let text = ''
  try {
    const { body: parts } = await fetch(url, { method, headers, redirect: 'manual', signal, ...sent })
    for await (const part of parts ?? []) text += new TextDecoder().decode(part)
  } catch (cause) {
    if (cause !== error) throw cause
  }
  return { lines, text }
}

const AT = '2026-01-15T12:00:00.000Z'
const rpc = (method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })

test('a trace has a line of each call: when, what, status, bytes and milliseconds; its caller reads the same', async () => {
  const reply = { status: 200, text: '{"out":"1"}' }
  expect(await traced({ url: 'https://api.example/quote?from=0xA0b8&amount=7', reply })).toEqual({
    lines: [`${AT} GET https://api.example/quote?from=0xA0b8&amount=7 200 11 bytes 40 ms`],
    text: '{"out":"1"}',
  })
})

test('of a node it shows the host and the method: neither its key nor what is signed', async () => {
  const url = `https://eth.example/v3/short/${SECRET}?apikey=abc`
  const { lines } = await traced({ url, body: rpc('eth_sendRawTransaction', [SIGNED]) })
  expect(lines).toEqual([`${AT} POST https://eth.example/… eth_sendRawTransaction 200 2 bytes 40 ms`])
  const echo = { status: 400, text: JSON.stringify({ error: `bad ${SIGNED}` }) }
  expect((await traced({ url, body: rpc('eth_call', []), reply: echo })).lines.join()).not.toContain('abab')
})

test('it shows no header, no key of the settings wherever it stands, and no value whose name says that it is secret', async () => {
  const { lines } = await traced({
    url: `https://api.example/${SECRET}/quote?api_key=one&integrator=${SECRET}&x=%73k_live_5f0c2a`,
    headers: { authorization: 'Bearer two', 'x-api-key': 'three' },
    body: { amount: '7', apiKey: 'four', nested: [{ signature: 'five', note: `of ${SECRET}` }], tx: SIGNED },
    reply: { status: 401, text: JSON.stringify({ message: `unknown key ${SECRET}`, token: 'six', tx: SIGNED }) },
  })
  expect(lines).toHaveLength(1)
  for (const secret of [SECRET, 'one', 'Bearer', 'two', 'three', 'four', 'five', '"six"', 'abab'.repeat(10)]) {
    expect(lines[0]).not.toContain(secret)
  }
  expect(lines[0]).toContain('"amount":"7"')
  expect(lines[0]).toContain('said {"message":"unknown key …"')
})

test('what others send cannot act on a terminal, add a line, or fill the disk', async () => {
  const { lines } = await traced({
    url: 'https://api.example/%0a?x=\u001b[31m',
    body: { text: `\u001b]8;;\n${'y'.repeat(5_000)}` },
    reply: { status: 500, text: `\u001b[2J\r\n${'z'.repeat(100_000)}` },
  })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e…]+$/)
  expect(lines[0]?.length).toBeLessThan(2_000)
})

test('a failure is shown by its code, since its message may hold an address', async () => {
  const error = Object.assign(new Error(`connect https://eth.example/${SECRET}`), { code: 'ECONNREFUSED' })
  const { lines } = await traced({ url: 'https://api.example/', error })
  expect(lines).toEqual([`${AT} GET https://api.example/ failed (ECONNREFUSED) 0 bytes 40 ms`])
})

test('the file of a trace is for its owner alone, is added to, and is never a link', async () => {
  const home = await newHome()
  const path = join(home, 'trace.log')
  for (const line of ['one', 'two']) {
    const file = openTraceFile(path)
    file.write(line)
    file.close()
    await chmod(path, 0o644)
  }
  openTraceFile(path).close()
  expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['one\ntwo\n', 0o600])
  await symlink(path, join(home, 'link'))
  for (const place of [home, join(home, 'link'), join(home, 'none', 'x')]) {
    expect(() => openTraceFile(place)).toThrow(/trace/)
  }
})
