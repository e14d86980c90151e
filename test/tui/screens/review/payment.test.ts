import { describe, expect, test, vi } from 'vitest'
import { SwapError } from '../../../../src/core/api/errors.ts'
import type { WalletAsks } from '../../../../src/tui/context.ts'
import { shownWork } from '../../../../src/tui/screens/review/state.ts'
import type { PaymentReview, Wallet } from '../../../../src/wallet/payment.ts'
import { choose, ENTER, ESC, type Screens, swapWorld } from './swap-world.ts'
import { PATIENT } from '../../../support/patience.ts'

const PASSWORD = 'correct horse'
const ROUTER = '0x1111111254EEB25477B68fb85Ed929f73A960582'
const REVIEW: PaymentReview = {
  family: 'evm',
  chain: 'Ethereum (chain id 1)',
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  target: ROUTER,
  action: 'swap',
  leaves: ['100 USDC'],
  approval: { spender: ROUTER, amount: '100 USDC', resets: false, needed: true },
  recipient: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  minimumReceived: '98.5 USDC',
  validUntil: '2026-01-15T12:10:00.000Z',
  networkCost: '0.0012 ETH',
  changes: ['-100 USDC'],
  transactions: [{ kind: 'call', description: 'Swap \u001B[2J\u202E100 USDC' }],
  doubts: [],
  warnings: ['The contract is \u0007 new'],
}

/** A wallet that shows what it signs and asks for a password, as the one of a key file does. */
function askingWallet(paper: Wallet, asks: WalletAsks): Wallet {
  return {
    ...paper,
    review: async () => REVIEW,
    sign: async (execution, terms, earlier) => {
      for (let attempt = 1; ; attempt += 1) {
        if ((await asks.password('main', attempt)) === PASSWORD) return paper.sign(execution, terms, earlier)
        if (attempt === 3) throw new SwapError('WALLET_REFUSED', 'The password is wrong', { reason: 'password' })
      }
    },
  }
}

async function toPayment(screens: Screens) {
  await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
  await screens.shows('what is to be signed is shown before')
  await screens.answer('Y')
  return screens.shows('Sign and send 100 USDC?')
}

describe('what will be signed', () => {
  test('is shown decoded before anything is signed, without a control code of a stranger', async () => {
    const world = await swapWorld({ wallet: askingWallet })
    const frame = await toPayment(world.show())
    const shown = frame
      .split('\n')
      .map((line) => line.trimEnd())
      .slice(2, 15)
    expect(shown).toEqual([
      'sign on      Ethereum (chain id 1)',
      'leaves       100 USDC',
      'warning      The contract is \\u{7} new',
      'from         0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 [dffe 1949]',
      expect.stringMatching(/^contract {5}0x1111111254EEB25477B68fb85Ed929f73A960582 \[.{9}\]$/),
      'function     swap',
      'approve      100 USDC',
      expect.stringMatching(/^spender {6}0x1111111254EEB25477B68fb85Ed929f73A960582 \[.{9}\]$/),
      'paid to      0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 [dffe 1949] as agreed',
      'at least     98.5 USDC',
      'valid until  2026-01-15 12:10:00 UTC',
      'network cost at most 0.0012 ETH',
      'simulated    -100 USDC',
    ])
    expect(frame).toContain('1 of 1       call: Swap \\u{1b}[2J\\u{202e}100 USDC')
  })

  test('is not signed by the key that agreed to the terms, and declined it sends nothing', async () => {
    let forgotten = 0
    const forget = () => void (forgotten += 1)
    const world = await swapWorld({ wallet: (paper, asks) => ({ ...askingWallet(paper, asks), forget }) })
    const screens = world.show()
    await toPayment(screens)
    await screens.answer('y')
    screens.press('Y', ENTER, 'n')
    await screens.shows('What was to be signed was declined; nothing was sent')
    expect([await world.paper.transactions(), forgotten]).toEqual([[], 1])
  })

  test('is signed with a password that is in no frame, and in the state only while it is typed', async () => {
    let sign = () => {}
    const isSeen = new Promise<void>((seen) => (sign = seen))
    const signsOnceSeen = (paper: Wallet, asks: WalletAsks) =>
      askingWallet({ ...paper, sign: (...what) => isSeen.then(() => paper.sign(...what)) }, asks)
    const world = await swapWorld({ wallet: signsOnceSeen })
    const screens = world.show()
    await toPayment(screens)
    await screens.answer('P')
    await screens.shows('Password of the account main; Esc signs nothing.')
    // The header says who is waited for, and no longer once that was answered.
    await screens.shows('your password')
    await screens.answer('wrong')
    screens.press(ENTER)
    await screens.shows('That password was wrong.')
    await screens.answer(PASSWORD)
    const typed = await screens.shows('•'.repeat(PASSWORD.length))
    expect(typed).not.toContain(PASSWORD)
    screens.press(ENTER)
    await vi.waitFor(
      () => expect(screens.states.at(-1)?.jobs.held).toMatchObject([{ doing: 'executing', waits: false }]),
      PATIENT,
    )
    sign()
    await screens.shows('Done.')
    const holding = screens.states.filter((state) => JSON.stringify(state, text).includes(PASSWORD))
    expect(holding.length).toBeGreaterThan(0)
    expect(holding.every(({ screens: { review } }) => shownWork(review)?.question?.kind === 'password')).toBe(true)
  })

  test('stays unsigned where no password is given, and the run goes on later when it is agreed to again', async () => {
    const world = await swapWorld({ wallet: askingWallet })
    const screens = world.show()
    await toPayment(screens)
    await screens.answer('P')
    await screens.shows('Password of the account main')
    await screens.answer(ESC)
    await screens.shows('No password was given; nothing was signed')
    const [run] = await world.journal.listUnfinished()
    await screens.shows(`c continues it, or: swapcli resume ${run?.id ?? ''} --network sandbox`)
    expect(await world.paper.transactions()).toEqual([])
    expect(run?.paymentAgreed).not.toBe(true)
    screens.press('c')
    await screens.shows('Sign and send 100 USDC?')
    await screens.answer('P')
    await screens.shows('Password of the account main')
    await screens.answer(PASSWORD)
    screens.press(ENTER)
    await screens.shows('Done.')
  })
})

describe('a store that fails', () => {
  const FULL = new SwapError('STORE_UNUSABLE', 'The disk is full', { hint: 'Free disk space and try again' })

  test('beside a run that another process has signed meanwhile names the run that goes on, not another try', async () => {
    const world = await swapWorld({
      wallet: (paper, asks) => ({
        ...askingWallet(paper, asks),
        sign: async () => {
          const [run] = await world.journal.listUnfinished()
          if (run === undefined) throw new Error('no run was kept')
          const payment = { hash: `0x${'ca'.repeat(32)}`, raw: '0x01', replaced: [] }
          await world.journal.save(run, { step: 'signed', payment })
          throw FULL
        },
      }),
    })
    const screens = world.show()
    await toPayment(screens)
    await screens.answer('P')
    await screens.shows('The disk is full')
    const [run] = await world.journal.listUnfinished()
    await screens.shows(`Free disk space and try again, by going on: swapcli resume ${run?.id ?? ''} --network`)
    expect(screens.frame()).toContain('signed, perhaps sent')
  })

  test('and cannot note that a run failed says not to begin it again', async () => {
    const world = await swapWorld({
      wallet: (paper, asks) => ({
        ...askingWallet(paper, asks),
        sign: async () => {
          broken.isFull = true
          throw FULL
        },
      }),
    })
    const broken = { isFull: false }
    const { runs } = world.context
    const context = {
      ...world.context,
      runs: async (asks?: WalletAsks) => {
        const opened = await runs?.(asks)
        if (opened === undefined) throw new Error('no runs')
        const save: typeof opened.journal.save = (...change) =>
          broken.isFull ? Promise.reject(FULL) : opened.journal.save(...change)
        return { ...opened, journal: { ...opened.journal, save } }
      },
    }
    const screens = world.show(context)
    await toPayment(screens)
    await screens.answer('P')
    await screens.shows('Do not begin it again: it could not be noted that it failed.')
    expect((await world.journal.listUnfinished()).map(({ agreed }) => agreed)).toEqual([true])
  })
})

/** Amounts are bigints, which JSON has none of. */
function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
