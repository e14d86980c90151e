import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import { connectDatabase } from '../../../../src/store/postgres/connection/open-database.ts'
import { swapErrorOf } from '../../../support/swap-error.ts'

/** A server that answers the first message with these bytes, and the address of a database on it. */
async function openNonsense(bytes: readonly number[], then: 'ends' | 'waits') {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => (then === 'ends' ? socket.end(Buffer.from(bytes)) : socket.write(Buffer.from(bytes))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return { server, url: `postgres://bob:secret@127.0.0.1:${address.port}/swaps?sslmode=disable` }
}

const authentication = (kind: number) => [...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, kind]

describe('a program that is not what a store can be on', () => {
  test.each<[name: string, bytes: readonly number[], then: 'ends' | 'waits', expected: object]>([
    ['asks for Kerberos', authentication(7), 'waits', { code: 'STORE_UNUSABLE' }],
    ['asks for what nobody knows', authentication(99), 'waits', { code: 'STORE_UNUSABLE' }],
    ['speaks HTTP', [...Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')], 'ends', { code: 'SERVICE_UNAVAILABLE' }],
    ['speaks nonsense', [...Buffer.from('Z'), 0, 0, 0, 1, 0, 0, 0, 0], 'ends', { code: 'SERVICE_UNAVAILABLE' }],
    ['says nothing', [], 'ends', { code: 'SERVICE_UNAVAILABLE' }],
  ])('and %s is told as what it is, and ends no process', async (_, bytes, then, expected) => {
    const { server, url } = await openNonsense(bytes, then)
    const error = await swapErrorOf(
      connectDatabase({ url, env: {}, clock: systemClock, random: Math.random, schema: 'none' }),
    )
    expect(error).toMatchObject(expected)
    expect(error.message).not.toContain('secret')
    // Its end of the connection is closed too: else this would wait for it.
    await new Promise((resolve) => server.close(resolve))
  })
})
