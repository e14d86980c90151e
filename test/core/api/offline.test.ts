import { expect, test } from 'vitest'
import { defined } from '../../../src/core/defined.ts'
import type { ErrorVerdict, NoRouteVerdict, Verdict } from '../../../src/core/api/documents.ts'
import {
  findOutage,
  isOffline,
  isWithoutConnection,
  markNotAsked,
  markWithoutConnection,
} from '../../../src/core/api/offline.ts'

const failed = (code: ErrorVerdict['code']): ErrorVerdict => ({
  provider: 'FAILED',
  outcome: 'error',
  routes: 0,
  code,
  message: '',
})
const unconnected = markWithoutConnection(failed('unreachable'))
const without = (code: NoRouteVerdict['code']): Verdict => ({
  provider: 'WITHOUT',
  outcome: 'no_route',
  routes: 0,
  code,
  message: '',
})

test.each<[string, readonly Verdict[], boolean]>([
  ['no connection to two', [unconnected, unconnected], true],
  ['others were not asked', [unconnected, unconnected, without('excluded'), without('needs_wallet')], true],
  ['one had no connection, and nobody else was asked', [unconnected, without('excluded')], false],
  ['one is paused and was not asked', [unconnected, unconnected, markNotAsked(failed('unreachable'))], true],
  ['all are paused', [markNotAsked(failed('unreachable')), markNotAsked(failed('unreachable'))], false],
  ['one answered with 500', [unconnected, unconnected, failed('unreachable')], false],
  ['one was silent', [unconnected, unconnected, failed('timeout')], false],
  ['one has no route', [unconnected, unconnected, without('no_liquidity')], false],
  ['one has routes', [unconnected, unconnected, { provider: 'A', outcome: 'routes', routes: 1 }], false],
  ['the marks are gone, as those of a server are', JSON.parse(JSON.stringify([unconnected, unconnected])), false],
  ['nobody is on', [], false],
])('%s: offline is %s', (_what, verdicts, expected) => {
  expect(isOffline(verdicts)).toBe(expected)
})

test.each<[string | undefined, boolean]>([
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['ECONNREFUSED', true],
  ['ENETUNREACH', true],
  ['UND_ERR_CONNECT_TIMEOUT', true],
  ['ECONNRESET', false],
  ['UND_ERR_SOCKET', false],
  ['CERT_HAS_EXPIRED', false],
  [undefined, false],
])('the code %s means that no connection was made: %s', (code, expected) => {
  expect(isWithoutConnection(code)).toBe(expected)
})

const paused = (retryAfterSec?: number) => markNotAsked({ ...failed('unreachable'), ...defined({ retryAfterSec }) })
const limited = markNotAsked({ ...failed('rate_limited'), retryAfterSec: 9 })

test.each<[string, readonly Verdict[], RegExp | undefined]>([
  ['no connection to two', [unconnected, unconnected], /offline.*HTTPS_PROXY/],
  ['all are paused', [paused(30), paused(12), without('needs_key')], /paused.*first is asked again in 12 s$/],
  ['all are paused, for nobody knows how long', [paused(), paused()], /paused.*in a while$/],
  ['all but one are paused, and that had no connection', [paused(5), unconnected], /paused.*in 5 s$/],
  [
    'one was silent, and another had no connection',
    [unconnected, failed('timeout')],
    /reached.*no answer came.*HTTPS_PROXY/,
  ],
  [
    'one was silent, and the others are paused',
    [paused(5), failed('timeout'), without('pair_unsupported')],
    /no answer came/,
  ],
  ['all were silent', [failed('timeout'), failed('timeout')], undefined],
  [
    'one was silent, one had no connection, and one was reached',
    [unconnected, failed('timeout'), failed('bad_response')],
    undefined,
  ],
  ['one of those was reached', [paused(5), unconnected, failed('bad_response')], undefined],
  ['one has no route', [paused(5), paused(5), without('no_liquidity')], undefined],
  ['one has routes', [paused(5), paused(5), { provider: 'A', outcome: 'routes', routes: 1 }], undefined],
  ['one limits the rate, and was reached', [paused(5), limited], undefined],
  ['one is asked alone', [paused(5)], undefined],
])('%s: one sentence for all of them is %s', (_what, verdicts, text) => {
  const outage = findOutage(verdicts)
  const said = outage === undefined ? undefined : `${outage.message}. ${outage.next}`
  expect(said).toEqual(text === undefined ? undefined : expect.stringMatching(text))
})
