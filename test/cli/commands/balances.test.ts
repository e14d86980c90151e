import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balances } from '../../../src/cli/commands/balances.ts'
import { history } from '../../../src/cli/commands/history.ts'
import { stats } from '../../../src/cli/commands/stats.ts'
import { swap } from '../../../src/cli/commands/swap.ts'
import type { HistoryTransaction } from '../../../src/core/api/documents.ts'
import { formatUsdForPeople } from '../../../src/core/money/fees.ts'
import { parseUsd } from '../../../src/core/money/usd.ts'
import { DAY_MS } from '../../../src/core/text/duration.ts'
import { systemClock } from '../../../src/io/clock.ts'
import { describeOnChains } from '../../devnet/describe-on-chains.ts'
import { account, type Devnet, fund, NATIVE, openDevnet, tokens } from '../../devnet/world.ts'
import { addAccount, type CommandPlace, runCommand } from '../../support/command-session.ts'
import { newHome } from '../../support/new-home.ts'

const DEAD = 'http://127.0.0.1:9'

interface Balance {
  readonly symbol: string
  readonly amount: string
  readonly usd: string | null
  readonly changeUsd: string | null
}
interface Printed {
  readonly data: {
    readonly accounts: readonly {
      readonly name: string
      readonly chains: readonly {
        readonly chain: string
        readonly state: string
        readonly balances?: readonly Balance[]
        readonly code?: string
      }[]
      readonly total: object
      readonly change: object | null
      readonly costs: object | null
    }[]
    readonly total: object
  }
}
interface Past {
  readonly data: readonly HistoryTransaction[]
}
const read = async (place: CommandPlace, flags: object = {}) => {
  const said = await runCommand(balances, [], { ...flags }, { json: true, ...place })
  return { ...said, data: (JSON.parse(said.stdout) as Printed).data }
}

describe('balances on the sandbox', () => {
  test('are of the paper wallet, and count its swaps', async () => {
    const place = { home: await newHome(), network: 'sandbox', settings: { 'sandbox-speed': '1000' } } as const
    const amountOf = ({ data }: Awaited<ReturnType<typeof read>>, chain: string, symbol: string) =>
      data.accounts[0]?.chains.find((one) => one.chain === chain)?.balances?.find((one) => one.symbol === symbol)
        ?.amount
    const before = await read(place)
    expect(before.data.accounts).toMatchObject([{ name: 'paper', total: { isWhole: true }, change: null }])
    expect(amountOf(before, 'ethereum', 'ETH')).toBe('10')
    const { error } = await runCommand(swap, ['0.5', 'ethereum:ETH', 'base:USDC'], { yes: true }, place)
    expect(error).toBeUndefined()
    const after = await read(place)
    expect(amountOf(after, 'ethereum', 'ETH')).toBe('9.5')
    expect(Number(amountOf(after, 'base', 'USDC'))).toBeGreaterThan(Number(amountOf(before, 'base', 'USDC')) + 1000)
  })

  test('tell what a swap cost, as its status and the statistics do', async () => {
    const place = { home: await newHome(), network: 'sandbox', settings: { 'sandbox-speed': '1000' } } as const
    expect((await read(place)).data.accounts).toMatchObject([
      { costs: { days: 30, usd: null, known: 0, ended: 0, isPartial: false } },
    ])
    const swapped = await runCommand(swap, ['0.5', 'ethereum:ETH', 'base:USDC'], { yes: true }, place)
    expect(swapped.error).toBeUndefined()
    const past = JSON.parse((await runCommand(history, [], {}, { ...place, json: true })).stdout) as Past
    const [cost] = past.data.map((one) => one.cost)
    const [usd = 0n, sent = 0n, arrived = 0n, onTop = 0n] = Object.values(cost ?? {}).map(parseUsd)
    expect(usd).toBe(sent - arrived + onTop)
    // Some solver or pool and the network took their part.
    expect(usd > 0n && usd * 50n < sent).toBe(true)
    expect((await read(place)).data.accounts).toMatchObject([{ costs: { usd: cost?.usd, known: 1, ended: 1 } }])
    const sums = await runCommand(stats, [], {}, place)
    expect(sums.stdout).toMatch(new RegExp(`^cost +\\${formatUsdForPeople(usd)}$`, 'm'))
  })

  test('are printed with their values, and say that there is no figure of yesterday', async () => {
    const said = await runCommand(balances, [], { chain: ['bitcoin'] }, { network: 'sandbox' })
    expect(said.stdout).toMatch(
      /^ACCOUNT +CHAIN +ASSET +AMOUNT +VALUE +SINCE YESTERDAY\npaper +bitcoin +BTC +1 +\$[0-9.,]+ +-\n$/,
    )
    expect(said.stderr).toMatch(/paper: \$[0-9.,]+, no figure of yesterday\n/)
  })

  test('have no other account', async () => {
    const said = await runCommand(balances, [], { account: ['main'] }, { network: 'sandbox' })
    expect(said).toMatchObject({ error: { code: 'USAGE', message: 'The sandbox has one account: paper' }, stdout: '' })
  })
})

describeOnChains('balances', () => {
  let devnet: Devnet
  const [main, cold] = [account(3), account(4)]
  const setUp = async (): Promise<CommandPlace> => {
    const home = await newHome()
    for (const [name, { address, getHdKey }] of Object.entries({ main, cold })) {
      await addAccount(home, name, address, getHdKey().privateKey ?? new Uint8Array())
    }
    const settings = { 'rpc.ethereum': devnet.ethereum.url, 'rpc.base': devnet.base.url }
    return { home, settings, publicNodes: () => undefined }
  }
  beforeAll(async () => {
    devnet = await openDevnet()
    await fund(devnet.ethereum, main.address, { eth: parseEther('2') })
    await fund(devnet.base, cold.address, { usdc: 5_000_000n })
  })
  afterAll(() => devnet.close())

  test('are of every account on every chain with a node, at what feeds say', async () => {
    const { data, error } = await read(await setUp())
    expect(error).toBeUndefined()
    const held = data.accounts.map(({ name, chains }) => [
      name,
      ...chains.map(({ chain, balances: rows = [] }) => [
        chain,
        ...rows.map((row) => [row.symbol, row.usd, row.changeUsd]),
      ]),
    ])
    expect(held).toEqual([
      [
        'cold',
        ['ethereum', expect.arrayContaining(['ETH'])],
        ['base', expect.arrayContaining(['ETH']), ['USDC', '5.00', null]],
      ],
      ['main', ['ethereum', ['ETH', expect.any(String), null]], ['base', expect.arrayContaining(['ETH'])]],
    ])
  })

  test('leave a chain unread whose node is dead, and print the others', async () => {
    const place = await setUp()
    const settings = { ...place.settings, 'rpc.base': DEAD }
    const { data, error } = await read({ ...place, settings }, { account: ['main'] })
    expect(data.accounts[0]).toMatchObject({
      chains: [
        { chain: 'ethereum', state: 'read', balances: [{ symbol: 'ETH', address: NATIVE }] },
        { chain: 'base', state: 'unread', code: 'SERVICE_UNAVAILABLE' },
      ],
      total: { isWhole: false, unreadChains: 1 },
    })
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      exitCode: 5,
      message: expect.stringMatching(/^The balances are incomplete\. main on Base: /) as unknown,
    })
    const table = await runCommand(balances, [], { account: ['main'] }, { ...place, settings })
    expect(table.stdout).toMatch(/\nmain +base +unread\s/)
    expect(table.stderr).toMatch(/without 1 unread chain/)
  })

  test('tell the change since yesterday, of the first reading of that day', async () => {
    const place = { ...(await setUp()), settings: { 'rpc.base': devnet.base.url } }
    const of = { account: ['cold'] }
    const clock = { ...systemClock, now: () => Date.now() - DAY_MS }
    await read({ ...place, clock }, of)
    await fund(devnet.base, cold.address, { usdc: 3_000_000n })
    await read({ ...place, clock }, of)
    const { data } = await read(place, of)
    const usdc = data.accounts[0]?.chains[0]?.balances?.find(({ symbol }) => symbol === 'USDC')
    expect(usdc).toMatchObject({ address: tokens.base.usdc, usd: '8.00', changeUsd: '3.00' })
    expect(data.accounts[0]?.change).toMatchObject({ since: new Date(clock.now()).toISOString().slice(0, 10) })
  })

  test('are refused for a name that no account has', async () => {
    const said = await runCommand(balances, [], { account: ['savings'] }, await setUp())
    expect(said).toMatchObject({ error: { code: 'USAGE' }, stdout: '' })
  })
})

describe('balances without an account', () => {
  test('say how to make one', async () => {
    const said = await runCommand(balances, [], {})
    expect(said).toMatchObject({ error: { code: 'USAGE', hint: 'Make one: swapcli wallet create' }, stdout: '' })
  })
})
