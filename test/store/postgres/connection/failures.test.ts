import { describe, expect, test } from 'vitest'
import {
  databaseAway,
  databaseFailure,
  type FailureKind,
  failureKind,
} from '../../../../src/store/postgres/connection/failures.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error('it failed'), { code, ...more })

describe('a failure of PostgreSQL, or of the way to it', () => {
  test.each<[code: string, connecting: FailureKind, sent: FailureKind]>([
    // What a server answers.
    ['40001', 'passing', 'passing'],
    ['40P01', 'passing', 'passing'],
    ['55P03', 'passing', 'passing'],
    ['57014', 'passing', 'passing'],
    ['53300', 'passing', 'passing'],
    ['57P03', 'passing', 'passing'],
    ['26000', 'passing', 'passing'],
    ['57P01', 'passing', 'unknown'],
    ['57P02', 'passing', 'unknown'],
    ['25P03', 'passing', 'unknown'],
    ['08006', 'passing', 'unknown'],
    // A pooler's word for all that happens to its connections.
    ['08P01', 'passing', 'unknown'],
    ['25006', 'moved', 'moved'],
    ['23505', 'constraint', 'constraint'],
    ['53100', 'unusable', 'unusable'],
    ['58030', 'unusable', 'unusable'],
    ['XX001', 'unusable', 'unusable'],
    ['XX000', 'unusable', 'unusable'],
    ['28P01', 'address', 'address'],
    ['3D000', 'address', 'address'],
    ['42501', 'address', 'address'],
    // While connecting, no statement of ours is at fault.
    ['42703', 'unusable', 'fault'],
    ['0A000', 'unusable', 'fault'],
    // What the network says.
    ['ECONNREFUSED', 'passing', 'unknown'],
    ['ECONNRESET', 'passing', 'unknown'],
    ['EPIPE', 'passing', 'unknown'],
    ['ENOENT', 'passing', 'unknown'],
    ['ETIMEDOUT', 'passing', 'unknown'],
    ['EAI_AGAIN', 'passing', 'unknown'],
    ['ENOTFOUND', 'address', 'unknown'],
    ['EACCES', 'address', 'unknown'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'address', 'unknown'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'address', 'unknown'],
    // TLS that breaks between two that have spoken for long says nothing about what was done.
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'address', 'unknown'],
  ])('%s is %s while connecting, and %s once a statement was sent', (code, connecting, sent) => {
    expect([failureKind(failure(code), false), failureKind(failure(code), true)]).toEqual([connecting, sent])
  })

  test('without a code says nothing of what was sent', () => {
    const lost = new Error('Connection terminated unexpectedly')
    expect([failureKind(lost, false), failureKind(lost, true)]).toEqual(['passing', 'unknown'])
  })

  test('that a plan is of tables as they were is a passing one', () => {
    expect(failureKind(failure('0A000', { routine: 'RevalidateCachedQuery' }), true)).toBe('passing')
  })

  test('shows nothing of what a server could put into a terminal, in one line that is not long', () => {
    const hostile = new Error(`\u001b]0;owned\u0007 a\r\nb \u202e${'x'.repeat(5_000)}`)
    for (const error of [databaseAway('postgres://db', hostile), databaseFailure('postgres://db', hostile)]) {
      expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(error.message.length).toBeLessThan(500)
    }
  })
})
