import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { nameByPrompt, resolveRecipientName, verifyRecipientName } from '../../../src/cli/accounts/ens-recipient.ts'
import { SwapError } from '../../../src/core/api/errors.ts'
import type { Names } from '../../../src/wallet/family.ts'
import { type CommandPlace, runInSession } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MALLORY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Names that all stand for one address. */
function namesFor(address: string, isAgreed = true): Names {
  return {
    chainKey: 'ethereum',
    isName: () => true,
    resolve: async (_home, name) => ({ name, address, warning: undefined, isAgreed }),
  }
}

interface Asking extends CommandPlace {
  /** What a person at the terminal types; nobody is there without it. */
  readonly typed?: string
}

/** What `alice.eth` becomes, or why it is refused, and what stderr says. */
async function pay(names: Names, { typed, ...place }: Asking) {
  let address: string | undefined
  const { stderr, error } = await runInSession(async (session) => {
    const input = new PassThrough()
    const output = new PassThrough()
    output.on('data', () => setImmediate(() => input.write(typed ?? '')))
    const asked = { ...session, promptStreams: { input, output } }
    const found = await resolveRecipientName(
      asked,
      names,
      'alice.eth',
      'ethereum',
      typed === undefined ? undefined : nameByPrompt(asked),
    )
    address = found.address
  }, place)
  return { address, error, stderr }
}

test('a name that two operators agree on is said also where only JSON is printed', async () => {
  const { address, stderr } = await pay(namesFor(ALICE), { json: true })
  expect(address).toBe(ALICE)
  expect(stderr).toBe(`recipient: alice.eth is ${ALICE} on ethereum\n`)
})

test('a name whose meaning has changed is refused where nobody looks, and keeps its old meaning', async () => {
  const home = await newHome()
  await pay(namesFor(ALICE), { home })
  const changed = await pay(namesFor(MALLORY), { home })
  expect(changed.address).toBeUndefined()
  expect(changed.error).toMatchObject({
    code: 'WALLET_REFUSED',
    exitCode: 6,
    reason: 'name',
    message: expect.stringMatching(
      `^alice.eth meant ${ALICE} when it was used on 20..-..-.., and means ${MALLORY} now$`,
    ) as string,
  })
  expect((await pay(namesFor(ALICE, false), { home })).address).toBe(ALICE)
})

test('a person may confirm a new meaning, which then is the known one', async () => {
  const home = await newHome()
  await pay(namesFor(ALICE), { home })
  expect((await pay(namesFor(MALLORY), { home, typed: 'n\r' })).error).toMatchObject({ reason: 'name' })
  expect((await pay(namesFor(MALLORY), { home, typed: 'y\r' })).address).toBe(MALLORY)
  expect((await pay(namesFor(MALLORY), { home })).address).toBe(MALLORY)
})

test('what a single node says is refused where nobody looks', async () => {
  const { error } = await pay(namesFor(MALLORY, false), {})
  expect(error).toMatchObject({
    reason: 'name',
    message: `single node: only one operator says that alice.eth is ${MALLORY}`,
  })
})

test('what a single node says is taken where the address book has the address', async () => {
  const place = { settings: { 'contact.alice': ALICE.toLowerCase() } } as const
  expect((await pay(namesFor(ALICE, false), place)).address).toBe(ALICE)
})

/** How a payment to `alice.eth`, which was reviewed as Alice's, goes on when the name is looked up again. */
async function signAgain(names: Names) {
  const dst = { chainKey: 'ethereum' }
  const { stderr, error } = await runInSession((session) =>
    verifyRecipientName(session, names, 'alice.eth', { recipient: ALICE, dst }),
  )
  return { stderr, error }
}

test('a name that changed between review and signature refuses, and both addresses are said', async () => {
  expect((await signAgain(namesFor(MALLORY))).error).toMatchObject({
    code: 'WALLET_REFUSED',
    reason: 'name',
    message: `alice.eth was ${ALICE} when it was reviewed, and is ${MALLORY} now`,
    hint: expect.stringContaining('--recipient ADDRESS') as string,
  })
  const gone = async () => Promise.reject(new SwapError('INVALID_ADDRESS', 'it stands for nothing'))
  expect((await signAgain({ ...namesFor(ALICE), resolve: gone })).error).toMatchObject({
    reason: 'name',
    message: `alice.eth was ${ALICE} when it was reviewed, and stands for no address now`,
  })
})

test('a name that stayed, or that no node can look up just then, is paid as it was reviewed', async () => {
  expect(await signAgain(namesFor(ALICE.toLowerCase()))).toEqual({ stderr: '', error: undefined })
  const silent = async () => Promise.reject(new SwapError('SERVICE_UNAVAILABLE', 'no node answers'))
  expect(await signAgain({ ...namesFor(ALICE), resolve: silent })).toEqual({
    stderr: `warning: alice.eth could not be looked up again (no node answers); it was ${ALICE}\n`,
    error: undefined,
  })
})
