import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLargeAnswers, endInParts } from '../../../src/server/listen/large-answers.ts'
import { serve } from '../../../src/server/serve.ts'
import { createFakeService } from '../fake-service.ts'

const outgoingOf = () => new ServerResponse(new IncomingMessage(new Socket()))
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('long bodies of many clients are written in parts, some megabytes in a turn of the loop: a thousand held it for seconds', async () => {
  const large = createLargeAnswers()
  const all = Array.from({ length: 200 }, outgoingOf)
  for (const outgoing of all) large.end(outgoing, new Uint8Array(1024 * 1024))
  const megabytes: number[] = []
  for (let turn = 0; turn < 4; turn += 1) {
    megabytes.push(all.reduce((sum, { writableLength }) => sum + writableLength, 0) / 1024 / 1024)
    await nextTurn()
  }
  // The first four fit into the first turn as they are; of the others, 64 begin in each.
  expect(megabytes.map(Math.round)).toEqual([4, 8, 12, 16])
  const isWriting = all.map(({ req }) => large.isWriting(req.socket))
  expect([isWriting.indexOf(true), isWriting.filter(Boolean).length]).toEqual([4, 196])
})

test('short ones are written at once', () => {
  const large = createLargeAnswers()
  const outgoing = outgoingOf()
  endInParts(outgoing, large)
  outgoing.end('short')
  expect([outgoing.writableEnded, large.isWriting(outgoing.req.socket)]).toEqual([true, false])
})

test.each([
  ['text', 'ä'.repeat(4_000_000)],
  ['a page that is kept, too', 'x'.repeat(300_000)],
])('a long answer arrives whole: %s', async (_name, text) => {
  const chains = { ...(await createFakeService().chains()), note: text }
  const service = createFakeService({ chains: async () => chains })
  const server = await serve(service, { catalogVersion: () => 'v1' })
  for (const accept of ['identity', 'gzip', 'identity']) {
    const answer = await fetch(`${server.url}/swap/chains`, { headers: { 'Accept-Encoding': accept } })
    expect(await answer.json()).toEqual(chains)
  }
  await server.close()
})
