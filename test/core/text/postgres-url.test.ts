import { describe, expect, test } from 'vitest'
import { hasPostgresPassword, isPostgresUrl, maskPostgresUrl } from '../../../src/core/text/postgres-url.ts'

describe('the URL of a PostgreSQL database', () => {
  test.each([
    ['postgres://swapcli@db.example/swaps', true],
    ['postgresql://swapcli:p%40ss@db.example:6432/swaps?sslmode=verify-full', true],
    ['POSTGRES://db.example', true],
    ['postgres://', true],
    ['postgres:///swaps?host=/run/postgresql', true],
    ['postgres://swapcli@/swaps?host=/run/postgresql', true],
    ['postgres://swapcli@[::1]:5432/swaps', true],
    ['', false],
    ['db.example', false],
    ['mysql://db.example/swaps', false],
    ['postgres:/db.example', false],
    ['postgres://swapcli:pa/ss@db.example/swaps', false],
    ['postgres://swapcli:pa#ss@db.example/swaps', false],
    ['postgres://swapcli:1#ss@db.example/swaps', false],
    ['postgres://swapcli:1/ss@db.example/swaps', false],
    ['postgres://swapcli:1?ss@db.example/swaps', false],
    ['postgres://swapcli@db.example/swaps?user=me@tenant', false],
    ['postgres://swapcli:p@ss@db.example/swaps?user=me%40tenant', true],
    ['postgres://db.example:port/swaps', false],
  ])('%s is one: %s', (text, is) => {
    expect(isPostgresUrl(text)).toBe(is)
  })

  test.each([
    ['postgres://swapcli@db.example/swaps', false],
    ['postgres://swapcli:@db.example/swaps', false],
    ['postgres://swapcli:secret@db.example/swaps', true],
    ['postgres://:secret@db.example/swaps', true],
    ['postgres://swapcli@db.example/swaps?sslpassword=secret', true],
    ['postgres:///swaps?p%61ssword=secret', true],
    ['secret', false],
  ])('%s holds a password: %s', (text, holds) => {
    expect(hasPostgresPassword(text)).toBe(holds)
  })

  test.each([
    [
      'postgres://swapcli:secret@db.example:6432/swaps?sslmode=require',
      'postgres://swapcli:***@db.example:6432/swaps?sslmode=require',
    ],
    ['postgresql://swapcli@/swaps?host=/run/postgresql', 'postgres://swapcli@/swaps?host=/run/postgresql'],
    ['postgres://db.example/swaps?password=secret&port=1', 'postgres://db.example/swaps?***&port=1'],
    ['postgres://db.example/swaps?PASSWORD=secret', 'postgres://db.example/swaps?***'],
    // A password of which nobody encoded the question mark.
    ['postgres://swapcli:12?secret@db.example/swaps', 'postgres://***'],
    ['postgres://swapcli:12/secret@db.example/swaps', 'postgres://***'],
    ['postgres://swapcli:12?host=secret@db.example/swaps', 'postgres://***'],
    ['postgres://swapcli:pa/secret@db.example/swaps', 'postgres://***'],
    ['secret', 'postgres://***'],
  ])('%s is shown as %s', (text, shown) => {
    expect(maskPostgresUrl(text)).toBe(shown)
    expect(shown).not.toContain('secret')
  })
})
