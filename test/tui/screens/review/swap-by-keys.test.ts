import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../src/io/clock.ts'
import type { SwapService } from '../../../../src/core/api/service.ts'
import { choose, ENTER, ESC, swapWorld } from './swap-world.ts'

/** Chooses a route and waits for its terms. */
async function reviewTerms(screens: Parameters<typeof choose>[0], amount = '100'): Promise<string> {
  await choose(screens, amount, 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
  return screens.shows(/Agree to these terms\?|Enter to send/)
}

describe('a swap by keys alone', () => {
  test('goes from the first screen over the locked terms to its end, and leaves a record and the same as a command', async () => {
    const world = await swapWorld({
      words: {
        record: ({ status }) => [`the record: ${status}`],
        failure: () => undefined,
        qr: async () => undefined,
      },
    })
    const screens = world.show()
    const terms = await reviewTerms(screens)
    expect(terms).toMatch(/lock \d+ s █+░*\n/)
    expect(terms).toMatch(/PAY 100 USDC \(\$\d+\.\d\d\) {2}to 0xf39F…2266 \[dffe 1949\] {2}at least [0-9.]+ USDC/)
    expect(terms).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 [dffe 1949] on base')
    await screens.answer('P')
    const end = await screens.shows('Done.')
    expect(end).toMatch(/✓ lock .*\n✓ execute .*tx_.*\n(✓ \w+ +0x\w+\n)+✓ outbound .*\n✓ done +\S+ USDC received/)
    screens.press('q')
    const { record, how } = await screens.runtime.left
    const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect([how, record]).toEqual([
      'quit',
      [
        'the record: SUCCESS',
        `the same again: swapcli swap 100 ethereum:USDC base:USDC --provider SANDBOX_BRIDGE --depositor ${wallet} --recipient ${wallet} --slippage 100 --network sandbox`,
      ],
    ])
    expect((await world.journal.all()).map(({ step }) => step)).toEqual(['final'])
  })

  test('is not begun by Enter, and a declined one sends nothing and leaves nothing behind', async () => {
    const world = await swapWorld()
    const screens = world.show()
    await reviewTerms(screens)
    await screens.answer(ENTER)
    screens.press('y', 'Y', 'n')
    await screens.shows('The terms were declined; nothing was sent')
    screens.press('q')
    expect((await screens.runtime.left).record).toEqual([])
    expect(await world.paper.transactions()).toEqual([])
    expect((await world.journal.all()).map(({ step, closedAs }) => [step, closedAs])).toEqual([['closed', 'declined']])
  })

  test.each([
    ['100.0060', '✗ failed', 'sent, and not known to have come back', 'FAILED'],
    ['100.0070', '✗ refunded', 'sent, and returned', 'REFUND'],
  ])('of %s shows %s, why, and what is known about the money', async (amount, sign, money, status) => {
    const world = await swapWorld({
      words: {
        record: () => [],
        failure: (transaction) => ({ message: `why: ${transaction.status}`, hint: 'swapcli track it' }),
        qr: async () => undefined,
      },
    })
    const screens = world.show()
    await reviewTerms(screens, amount)
    await screens.answer('P')
    const end = await screens.shows(`! why: ${status}`)
    expect(end).toContain(sign)
    expect(end).toContain(`money        ${money}`)
    expect(end).toContain('swapcli track it')
  })

  test('is in hand from its lock to its end, and then told', async () => {
    const world = await swapWorld({ settings: { 'sandbox-speed': '10' } })
    const screens = world.show()
    await reviewTerms(screens)
    const jobs = () => screens.states.at(-1)?.jobs
    expect(jobs()?.held).toMatchObject([{ amount: '100', from: 'USDC', to: 'USDC', waits: true, isPaid: false }])
    expect((jobs()?.held[0]?.lockEndsAt ?? 0) > Date.now()).toBe(true)
    // A tenth of what its provider estimates.
    expect(jobs()?.held[0]?.estimateSec).toBe(6)
    await screens.answer('P')
    await screens.shows('Done.')
    expect(jobs()).toMatchObject({ held: [], unseen: [{ tone: 'good' }], marked: ['activity'] })
    expect(jobs()?.unseen[0]?.text).toMatch(/^100 USDC to USDC: done, [0-9.]+ USDC received$/)
  })

  test('is paid by no key once the clock was set back, and is locked anew', async () => {
    const world = await swapWorld()
    let backMs = 0
    const screens = world.show({ ...world.context, clock: { ...systemClock, now: () => Date.now() - backMs } })
    await reviewTerms(screens)
    const [before] = await world.journal.all()
    backMs = 3_600_000
    const over = await screens.shows('Nothing was sent. L locks the route again')
    expect(over).toMatch(/lock over/)
    expect(over).not.toContain('P pays')
    await screens.answer('L')
    await screens.shows('P pays')
    const [after] = await world.journal.all()
    expect(after?.lock?.lockId).not.toBe(before?.lock?.lockId)
  })

  test.each([['n'], [ESC], ['X']])(
    'is given up by %j while its lock is not answered, and not asked about later',
    async (key) => {
      const world = await swapWorld()
      const opened = await world.context.open()
      let lockLate: () => void = () => undefined
      let asked: () => void = () => undefined
      const isAsked = new Promise<void>((done) => (asked = done))
      const lock: SwapService['lock'] = async (request, call) => {
        asked()
        await new Promise<void>((done, left) => {
          lockLate = done
          call?.signal?.addEventListener('abort', () => left(new Error('left')), { once: true })
        })
        return opened.service.lock(request, call)
      }
      Object.assign(world.context, { open: async () => ({ ...opened, service: { ...opened.service, lock } }) })
      const screens = world.show()
      await choose(screens, '100', 'ethereum:usdc', 'base:usdc', 'SANDBOX_BRIDGE')
      await isAsked
      const waiting = await screens.shows(/asking for a lock, \ds/)
      expect(waiting).toContain('nothing was sent')
      expect(waiting).toContain('n no  X give up')
      await screens.answer(key)
      await screens.shows('Given up; nothing was sent')
      lockLate()
      await world.turns(20)
      expect(screens.frame()).not.toContain('Agree')
      expect((await world.journal.all()).map(({ step, closedAs }) => [step, closedAs])).toEqual([
        ['closed', 'given_up'],
      ])
    },
  )

  test('asks for the amount to be typed where much is at stake', async () => {
    const world = await swapWorld({ settings: { 'confirm-above': '50' } })
    const screens = world.show()
    await reviewTerms(screens)
    await screens.shows('Above $50.00: type 100 and Enter to send 100 USDC; Esc no')
    await screens.answer('P')
    screens.press(ENTER)
    await screens.shows('Type 100, or Esc')
    expect(await world.paper.transactions()).toEqual([])
    await screens.answer('100.0')
    screens.press(ENTER)
    await screens.shows('Done.')
  })
})

describe('a run that is open when the screens are left', () => {
  test('is told about with the command that goes on, and continues in the next screens', async () => {
    const world = await swapWorld()
    const first = world.show()
    await reviewTerms(first)
    first.press('\u0003')
    const left = await first.runtime.left
    const [run] = await world.journal.listUnfinished()
    expect([left.how, left.record]).toEqual([
      'interrupted',
      [
        `run ${run?.id ?? ''}: 100 ethereum:USDC to base:USDC, nothing was sent`,
        `continue it: swapcli resume ${run?.id ?? ''} --network sandbox`,
      ],
    ])

    const second = world.show()
    await second.shows('a swap has not ended: 2 shows it, where c continues it')
    second.press('2')
    await second.shows('▸ 100 ethereum:USDC to base:USDC, SANDBOX_BRIDGE: locked, nothing was sent')
    second.press('c')
    await second.shows('Agree to these terms?')
    await second.answer('P')
    await second.shows('Done.')
    expect(await world.journal.listUnfinished()).toEqual([])
  })

  test('is left only when what was signed is sent and noted', async () => {
    let begun: () => void = () => undefined
    let release: () => void = () => undefined
    const sending = new Promise<void>((done) => (begun = done))
    const released = new Promise<void>((done) => (release = done))
    const world = await swapWorld({
      wallet: (paper) => ({
        ...paper,
        broadcast: async (payment) => {
          begun()
          await released
          return paper.broadcast(payment)
        },
      }),
    })
    const screens = world.show()
    await reviewTerms(screens)
    await screens.answer('P')
    await sending
    screens.press('\u0003')
    const first = await Promise.race([screens.runtime.left.then(() => 'left'), world.turns(20).then(() => 'waiting')])
    expect(first).toBe('waiting')
    release()
    const { record } = await screens.runtime.left
    const [run] = await world.journal.listUnfinished()
    expect([run?.step, record]).toEqual([
      'tracked',
      [
        `run ${run?.id ?? ''}: 100 ethereum:USDC to base:USDC, sent`,
        `continue it: swapcli resume ${run?.id ?? ''} --network sandbox`,
      ],
    ])
    expect((await world.paper.transactions()).length).toBeGreaterThan(0)
  })

  test('survives a crash of the screens, which says what is known about the money', async () => {
    const world = await swapWorld()
    const screens = world.show()
    await reviewTerms(screens)
    screens.runtime.fail(new Error('a view broke'))
    await expect(screens.runtime.left).rejects.toThrow('a view broke')
    const [run] = await world.journal.listUnfinished()
    expect(screens.runtime.record).toEqual([
      `run ${run?.id ?? ''}: 100 ethereum:USDC to base:USDC, nothing was sent`,
      `continue it: swapcli resume ${run?.id ?? ''} --network sandbox`,
    ])
  })

  test('can be given up while nothing of it is signed', async () => {
    const world = await swapWorld()
    const first = world.show()
    await reviewTerms(first)
    first.press('\u0003')
    await first.runtime.left
    const second = world.show()
    await second.shows('a swap has not ended')
    second.press('2', 'X')
    await second.shows('Give it up?')
    await second.answer('Y')
    await second.shows('Given up; nothing was sent')
    expect(await world.journal.listUnfinished()).toEqual([])
  })
})
