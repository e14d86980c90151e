import { describe, expect, it } from 'vitest'
import { confirmSettler } from '../../../../src/wallet/evm/chain/settlers.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'
import { SETTLER } from '../calldata/mainnet-node.ts'
import { execOf, realCalls, termsOfCall, THEN_MS } from '../calldata/real-calls.ts'

const MALLORY = '0x6666666666666666666666666666666666666666'
const DOUBT = 'opaque-call'

const swaps = realCalls.filter(({ name }) => name.startsWith('0x ') || name.startsWith('relay '))

/** A node whose registry names a contract now, and one before it. */
const node =
  (now: string, before = MALLORY) =>
  async ({ params }: { readonly params?: unknown }) => {
    const [call] = params as readonly [{ readonly data: string }]
    const named = call.data.startsWith('0x6352211e') ? now : before
    return Promise.resolve(`0x${named.slice(2).padStart(64, '0')}`)
  }

async function doubtsAfter(
  answers: readonly ReturnType<typeof node>[],
  isOwn = false,
): Promise<readonly (readonly string[])[]> {
  return Promise.all(
    swaps.map(async (call) => {
      const payload = readPayload(execOf(call), termsOfCall(call), THEN_MS)
      const { doubts, warnings } = await confirmSettler({ rpc: fakeRpc(answers, { isOwn }) }, payload)
      expect(warnings).toEqual(doubts.map(({ text }) => text))
      return doubts.map(({ code }) => code)
    }),
  )
}

describe('a contract that swaps for 0x', () => {
  const none = swaps.map(() => [])
  const all = swaps.map(() => [DOUBT])

  it('is no doubt where two operators read its name in the registry', async () => {
    expect(await doubtsAfter([node(SETTLER), node(SETTLER)])).toEqual(none)
    expect(swaps).toHaveLength(5)
  })

  it('is none where it is the one before, or the own node says so', async () => {
    expect(await doubtsAfter([node(MALLORY, SETTLER), node(MALLORY, SETTLER)])).toEqual(none)
    expect(await doubtsAfter([node(SETTLER)], true)).toEqual(none)
  })

  it('stays one where the registry names another, the operators differ, or there is one alone', async () => {
    expect(await doubtsAfter([node(MALLORY), node(MALLORY)])).toEqual(all)
    expect(await doubtsAfter([node(SETTLER), node(MALLORY)])).toEqual(all)
    expect(await doubtsAfter([node(SETTLER)])).toEqual(all)
  })
})
