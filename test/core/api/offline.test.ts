import { expect, test } from 'vitest'
import type { ErrorVerdict, NoRouteVerdict, Verdict } from '../../../src/core/api/documents.ts'
import { isOffline, isWithoutConnection, markNotAsked, markWithoutConnection } from '../../../src/core/api/offline.ts'

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
