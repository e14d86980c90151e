import { expect, test } from 'vitest'
import { privateSendingText, sendPrivately } from '../../../src/core/evm/private-sending.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'

const SEND = { method: 'eth_sendRawTransaction', params: ['0x02'] }

/** A chain whose signed bytes go to an endpoint, and who was asked what. */
function open(publicAfterMs: number | undefined) {
  const clock = createFakeClock()
  const asked: string[] = []
  const tell = (who: string) =>
    fakeRpc([
      async ({ method, params }) => {
        asked.push(`${who} ${method} ${params.map((each) => JSON.stringify(each)).join()}`)
        return who
      },
    ])
  const sending = { hosts: ['private.example'], publicAfterMs }
  return { clock, asked, rpc: sendPrivately(tell('public'), tell('private'), sending, clock) }
}

test('signed bytes never reach a public node, however often and by whichever call they are sent', async () => {
  const { rpc, clock, asked } = open(undefined)
  await rpc.requestAll(SEND)
  await clock.advance(24 * 3_600_000)
  await rpc.requestAll(SEND)
  await rpc.request(SEND)
  expect(() => rpc.requestOperators(SEND, 2)).toThrow('signed bytes are sent')
  expect(new Set(asked)).toEqual(new Set(['private eth_sendRawTransaction "0x02"']))
})

test('everything else is asked at the nodes', async () => {
  const { rpc, asked } = open(undefined)
  await rpc.request({ method: 'eth_blockNumber', params: [] })
  await rpc.requestAll({ method: 'eth_getTransactionByHash', params: ['0xbb'] })
  expect(await rpc.requestOperators({ method: 'eth_gasPrice', params: [] }, 2)).toHaveLength(1)
  expect(asked.every((line) => line.startsWith('public '))).toBe(true)
})

test('bytes that are in no block go to the nodes too once the time that was set has passed, each by its own clock', async () => {
  const { rpc, clock, asked } = open(600_000)
  await rpc.requestAll(SEND)
  await clock.advance(599_999)
  await rpc.requestAll(SEND)
  const faster = { ...SEND, params: ['0x03'] }
  await rpc.requestAll(faster)
  expect(asked.filter((line) => line.startsWith('public'))).toEqual([])
  await clock.advance(1)
  await rpc.requestAll(SEND)
  await rpc.requestAll(faster)
  expect(asked.filter((line) => line.startsWith('public'))).toEqual(['public eth_sendRawTransaction "0x02"'])
})

test('the time runs on from an earlier process that sent the bytes', async () => {
  const { rpc, clock, asked } = open(600_000)
  rpc.privateSending?.noteSent('0x02', clock.now() - 600_000)
  rpc.privateSending?.noteSent('0x02', clock.now())
  rpc.privateSending?.noteSent('0x03', clock.now() - 599_999)
  await rpc.requestAll(SEND)
  await rpc.requestAll({ ...SEND, params: ['0x03'] })
  expect(asked.filter((line) => line.startsWith('public'))).toEqual(['public eth_sendRawTransaction "0x02"'])
})

test('a clock that is set moves the time neither way, and one that was ahead lets it begin anew', async () => {
  const { rpc, clock, asked } = open(600_000)
  rpc.privateSending?.noteSent('0x04', clock.now() + 864_000_000)
  await rpc.requestAll(SEND)
  clock.set(864_000_000)
  await rpc.requestAll(SEND)
  expect(asked.filter((line) => line.startsWith('public'))).toEqual([])
  clock.set(-2 * 864_000_000)
  await clock.advance(600_000)
  await rpc.requestAll(SEND)
  await rpc.requestAll({ ...SEND, params: ['0x04'] })
  expect(asked.filter((line) => line.startsWith('public'))).toHaveLength(2)
})

test('the review says where they go', () => {
  expect(privateSendingText(open(undefined).rpc)).toBe('only to private.example, never to public nodes')
  expect(privateSendingText(open(600_000).rpc)).toBe(
    'only to private.example, to public nodes after 600 s without a block',
  )
  expect(privateSendingText(fakeRpc([]))).toBeUndefined()
})
