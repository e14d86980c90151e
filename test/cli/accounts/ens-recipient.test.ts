import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { nameByPrompt, resolveRecipientName } from '../../../src/cli/accounts/ens-recipient.ts'
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
