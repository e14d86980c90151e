import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../../src/server/openapi/examples.ts'
import { OPERATIONS } from '../../../src/server/openapi/operations.ts'

/*
 * What the script of /docs works out: requests from what is typed, and what an answer fills in.
 */

interface Typed {
  readonly method: string
  readonly path: string
  readonly fields: readonly {
    readonly name: string
    readonly in: string
    readonly list: boolean
    readonly value: string
  }[]
  readonly body?: string
}

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface DocsScript {
  readonly requestOf: (typed: Typed) => Sent
  readonly curlOf: (origin: string, request: Sent) => string
  readonly prettyText: (text: string) => string
  readonly valuesFrom: (
    operation: string,
    requestId: string,
    text: string,
  ) => readonly { readonly operation: string; readonly field: string; readonly value: string }[]
  readonly withField: (text: string, field: string, value: string) => string
  readonly matches: (text: string, search: string) => boolean
}

const script = (await import(new URL('../../../src/data/docs.js', import.meta.url).href)) as DocsScript

const field = (name: string, value: string, place = 'query', list = false) => ({ name, in: place, list, value })

describe('a request', () => {
  test('has what is typed, escaped, and leaves out what is empty', () => {
    const fields = [
      field('id', 'a/b c', 'path'),
      field('chain', 'ethereum'),
      field('query', 'a&b'),
      field('type', ''),
      field('addresses', '0x1, 0x2', 'query', true),
      field('Idempotency-Key', 'k', 'header'),
      field('Last-Event-ID', '', 'header'),
    ]
    expect(script.requestOf({ method: 'GET', path: '/x/{id}', fields })).toEqual({
      method: 'GET',
      url: '/x/a%2Fb%20c?chain=ethereum&query=a%26b&addresses=0x1&addresses=0x2',
      headers: { 'Idempotency-Key': 'k' },
      body: undefined,
    })
  })

  test('with a body is JSON', () => {
    expect(script.requestOf({ method: 'POST', path: '/x', fields: [], body: '{}' })).toEqual({
      method: 'POST',
      url: '/x',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
  })

  test('is a line for a shell, in which quotes stay what they are', () => {
    const line = script.curlOf('http://127.0.0.1:8787', {
      method: 'POST',
      url: '/x?y=1',
      headers: { 'Content-Type': 'application/json' },
      body: '{\n "a": "it\'s" }',
    })
    expect(line).toBe(
      [
        "curl 'http://127.0.0.1:8787/x?y=1' \\",
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"a":"it'\\''s"}'`,
      ].join('\n'),
    )
  })
})

describe('an answer', () => {
  test.each([
    ['createQuote', EXAMPLES.quote, ['SANDBOX_BRIDGE', EXAMPLES.quote.data[0].routeId, 'req_9']],
    ['lockRoute', EXAMPLES.lock, ['lock_01']],
    ['executeLock', EXAMPLES.execute, ['tx_01', 'tx_01']],
    ['listChains', EXAMPLES.chains, []],
    ['createQuote', { data: [] }, ['req_9']],
  ])('of %s fills in fields that there are', (operation, answer, values) => {
    const filled = script.valuesFrom(operation, 'req_9', JSON.stringify(answer))
    expect(filled.map(({ value }) => value)).toEqual(values)
    for (const { operation: id, field: name } of filled) {
      const into = OPERATIONS.find((one) => one.id === id)
      const names = [...(into?.parameters ?? []).map((one) => one.name), ...Object.keys(into?.request?.example ?? {})]
      expect(names, id).toContain(name)
    }
  })

  test('that is no JSON fills in nothing, and is shown as it is', () => {
    expect(script.valuesFrom('lockRoute', 'req_9', 'ok\n')).toEqual([])
    expect([script.prettyText('ok\n'), script.prettyText('{"a":1}')]).toEqual(['ok\n', '{\n  "a": 1\n}'])
  })

  test('is put into a body beside what was typed there, unless that is no JSON', () => {
    expect(JSON.parse(script.withField('{"a":1,"b":2}', 'b', 'c'))).toEqual({ a: 1, b: 'c' })
    expect(script.withField('{"a":', 'b', 'c')).toBe('{"a":')
  })
})

test('a search finds what has each of its words, in any case of letters', () => {
  expect(
    ['', 'LOCK', 'lock quote', 'lock history'].map((search) => script.matches('POST /quote/lock Lock', search)),
  ).toEqual([true, true, true, false])
})
