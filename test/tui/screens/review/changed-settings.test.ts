import { describe, expect, test } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import { choose, ENTER, ESC, type Screens, swapWorld } from './swap-world.ts'

const OLD = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NEW = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

type Book = Readonly<Record<string, string>>

/** Settings of a file that another program changes; undefined once it is damaged. They are read only when something is done. */
async function changedWorld(first: Book) {
  let file: Book | undefined = first
  const readIfChanged = async () => {
    if (file !== undefined) return file
    throw new SwapError('CONFIG_INVALID', 'The configuration file is damaged')
  }
  const world = await swapWorld({ settings: { ...first }, readIfChanged })
  return { ...world, change: (next: Book | undefined) => void (file = next) }
}

/** By keys: up to the terms of a swap for a contact. */
async function toTerms(screens: Screens): Promise<void> {
  await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
  await screens.shows('Agree to these terms?')
}

describe('settings that another program changes', () => {
  test('just before the key that pays are held against what is asked: a contact is not paid at the address before', async () => {
    const { journal, show, change } = await changedWorld({ 'contact.bob': OLD })
    const screens = show()
    await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
    await screens.shows('Agree to these terms?')
    await screens.answer(ESC)
    screens.press('1', 't', '@bob', ENTER)
    await screens.shows('(@bob)')
    await screens.shows('refresh in')
    screens.press('G', ENTER)
    await screens.shows('to @bob 0xf39F')
    change({ 'contact.bob': NEW })
    await screens.answer('P')
    await screens.shows('@bob now stands for 0x3C44')
    await screens.answer('P')
    const all = await journal.all()
    expect(all.find(({ recipientName }) => recipientName === '@bob')).toMatchObject({ step: 'locked' })
    expect(all.filter(({ payment }) => payment !== undefined)).toEqual([])
    await screens.answer(ESC)
    await screens.shows('declined')
  })

  test('decide whether the amount is typed, also where they changed after the question', async () => {
    const { journal, show, change } = await changedWorld({})
    const screens = show()
    await toTerms(screens)
    change({ 'confirm-above': '1' })
    await screens.answer('P')
    await screens.shows('type 100 and Enter')
    expect(await journal.all()).toMatchObject([{ step: 'locked' }])
  })

  test('and that cannot be read have nothing locked, which is said', async () => {
    const { journal, show, change } = await changedWorld({})
    const screens = show()
    change(undefined)
    await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
    await screens.shows('Nothing was locked: the address book and the limits may have changed')
    expect(await journal.all()).toEqual([])
    change({})
    screens.press('L')
    await screens.shows('Agree to these terms?')
  })
})
