import { describe, expect, test } from 'vitest'
import { refusalFor } from '../../../../src/wallet/refusal.ts'
import { type Screens, choose, swapWorld, type WorldOptions } from './swap-world.ts'

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const DOUBT = `single node: only one operator says that alice.eth is ${ALICE}`

/** A recipient of the settings whose name only one node knows. */
const accounts: NonNullable<WorldOptions['accounts']> = async (role, _chain, confirmName) => {
  if (role === 'depositor') return { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }
  const found = { name: 'alice.eth', address: ALICE }
  if ((await confirmName?.(found, DOUBT)) !== true) throw refusalFor('name', DOUBT, 'Ask the owner')
  return found
}

const toReview = (screens: Screens) => choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')

describe('a recipient whose name is in doubt', () => {
  test('is shown on the form with the doubt, and confirmed before anything is locked', async () => {
    const { journal, show } = await swapWorld({ accounts })
    const screens = show()
    await toReview(screens)
    const asked = await screens.shows('Is that the right address?')
    expect(asked).toContain(DOUBT)
    expect(await journal.all()).toEqual([])
    await screens.answer('Y')
    const terms = await screens.shows('Agree to these terms?')
    expect(terms).toMatch(/name +alice\.eth/)
    expect(terms).toContain('warning      single node: only one operator says that alice.eth is')
    expect(await journal.all()).toMatchObject([{ recipientName: 'alice.eth', request: { recipient: ALICE } }])
  })

  test('is not paid where nobody confirms it', async () => {
    const { journal, show } = await swapWorld({ accounts })
    const screens = show()
    await toReview(screens)
    await screens.shows('Is that the right address?')
    await screens.answer('n')
    await screens.shows(`! ${DOUBT}`)
    expect(await journal.all()).toEqual([])
  })

  test('is not paid where the name means another address by then', async () => {
    const moved: WorldOptions['accounts'] = async (role, chain, confirmName) => {
      const found = await accounts(role, chain, confirmName)
      return role === 'recipient' ? { ...found, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } : found
    }
    const { journal, show } = await swapWorld({ accounts: moved })
    const screens = show()
    await toReview(screens)
    await screens.shows('Is that the right address?')
    await screens.answer('Y')
    await screens.shows('alice.eth means another address now')
    expect(await journal.all()).toEqual([])
  })
})

test('decimals that could not be read are warned of in the terms', async () => {
  const unread = 'The decimals of base:USDC are those that were told: its chain cannot be read here'
  const screens = (await swapWorld({ decimals: async () => ({ src: 6, dst: 6, unread: [unread] }) })).show()
  await toReview(screens)
  const terms = await screens.shows('Agree to these terms?')
  expect(terms.replace(/\s+/g, ' ')).toContain(`warning ${unread}`)
})
