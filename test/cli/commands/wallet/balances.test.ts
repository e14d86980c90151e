import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { balances } from '../../../../src/cli/commands/wallet/balances.ts'
import { describeOnChains } from '../../../devnet/describe-on-chains.ts'
import { account, type Devnet, fund, NATIVE, openDevnet, tokens } from '../../../devnet/world.ts'
import { addAccount, runCommand } from '../../../support/command-session.ts'
import { startFakeNode } from '../../../support/fake-node.ts'
import { newHome } from '../../../support/new-home.ts'

const HOLDER = '0x8943545177806ED17B9F23F0a21ee5948eCaa776'
const EMPTY = '0x614561D2d143621E126e87831AEF287678B442b8'
const DEAD = 'http://127.0.0.1:9'

describeOnChains('wallet balances', () => {
  let devnet: Devnet
  let rpcs: { 'rpc.ethereum': string; 'rpc.base': string }
  beforeAll(async () => {
    devnet = await openDevnet()
    rpcs = { 'rpc.ethereum': devnet.ethereum.url, 'rpc.base': devnet.base.url }
    await fund(devnet.ethereum, HOLDER, { eth: parseEther('1.5'), usdc: 100_000_001n })
    await fund(devnet.base, HOLDER, { usdc: 7n })
  })
  afterAll(() => devnet.close())

  test('are those of an address on the chains that have an RPC of the user, without what it has nothing of', async () => {
    const said = await runCommand(balances, [HOLDER], {}, { settings: rpcs })
    expect(said.error).toBeUndefined()
    expect(said.stdout.split('\n').map((line) => line.split(/ +/))).toEqual([
      ['CHAIN', 'ASSET', 'AMOUNT', 'ADDRESS'],
      ['ethereum', 'ETH', '1.5', 'native'],
      ['ethereum', 'USDC', '100.000001', tokens.ethereum.usdc],
      ['base', 'USDC', '0.000007', tokens.base.usdc],
      [''],
    ])
    expect(said.stderr).toMatch(
      /\n0x8943545177806ED17B9F23F0a21ee5948eCaa776 holds this on Ethereum, Base, as far as it could be read\n$/,
    )
  })

  test('are exact in JSON, on one chain that is named as people do', async () => {
    const place = { settings: rpcs, json: true }
    const said = await runCommand(balances, [HOLDER.toLowerCase()], { chain: ['eth'] }, place)
    expect(JSON.parse(said.stdout)).toEqual({
      data: {
        address: HOLDER,
        chains: ['ethereum'],
        // The tokens of the catalog are not all on this chain.
        isWhole: false,
        balances: [
          {
            chain: 'ethereum',
            symbol: 'ETH',
            address: NATIVE,
            isNative: true,
            decimals: 18,
            units: '1500000000000000000',
            amount: '1.5',
          },
          {
            chain: 'ethereum',
            symbol: 'USDC',
            address: tokens.ethereum.usdc,
            isNative: false,
            decimals: 6,
            units: '100000001',
            amount: '100.000001',
          },
        ],
        unreadable: expect.arrayContaining([
          expect.objectContaining({ chain: 'ethereum', symbol: 'WBTC', units: null, amount: null }),
        ]) as unknown,
        failed: [],
      },
    })
  })

  test('are those of the account in use, or of the one that is named', async () => {
    const home = await newHome()
    const holder = account(3)
    const key = holder.getHdKey().privateKey ?? new Uint8Array()
    await addAccount(home, 'main', holder.address, key)
    const place = { home, settings: rpcs, json: true }
    const inUse = await runCommand(balances, [], { chain: ['base'] }, place)
    const named = await runCommand(balances, ['main'], { chain: ['base'] }, place)
    expect(JSON.parse(inUse.stdout)).toMatchObject({ data: { address: holder.address, chains: ['base'] } })
    expect(named.stdout).toBe(inUse.stdout)
  })

  test('of the chains that answer are printed before the command fails for one that does not', async () => {
    const settings = { ...rpcs, 'rpc.base': DEAD }
    const error = {
      code: 'SERVICE_UNAVAILABLE',
      exitCode: 5,
      message: expect.stringMatching(/^The balances are incomplete\. Base: No node of the chain answered: /) as unknown,
      hint: 'Try again, or ask only the other chains: swapcli wallet balances --chain ethereum',
    }
    const table = await runCommand(balances, [HOLDER], {}, { settings })
    expect(table).toMatchObject({ error, stdout: expect.stringContaining('100.000001') as unknown })
    expect(table.stdout).toMatch(/^base +unread *$/m)
    const asJson = await runCommand(balances, [HOLDER], {}, { settings, json: true })
    expect(asJson.error).toMatchObject(error)
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      data: {
        ...{ chains: ['ethereum'], isWhole: false },
        failed: [{ chain: 'base', units: null, amount: null, code: 'SERVICE_UNAVAILABLE' }],
      },
    })
  })

  test('of nobody are told as nothing', async () => {
    const said = await runCommand(balances, [EMPTY], {}, { settings: rpcs })
    expect(said.stdout).toBe('')
    expect(said.stderr).toContain(`${EMPTY} holds nothing that the catalog knows on Ethereum, Base`)
  })

  test('are real on the sandbox too, and say so', async () => {
    const said = await runCommand(balances, [HOLDER], {}, { settings: rpcs, network: 'sandbox' })
    expect(said.stdout).toContain('100.000001')
    expect(said.stderr).toContain('these are real balances of real chains, also with the network sandbox\n')
    expect(said.stderr).not.toContain('nothing here is real')
  })
})

describe('wallet balances', () => {
  test('fail when every chain does', async () => {
    const settings = { 'rpc.ethereum': DEAD, 'rpc.base': DEAD }
    const { error, stdout } = await runCommand(balances, [HOLDER], {}, { settings })
    expect({ error, stdout }).toMatchObject({
      error: {
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringMatching(/^No chain answered\. Ethereum: .*; Base: /) as unknown,
      },
      stdout: '',
    })
  })

  test('are not those of a node of another chain', async () => {
    const { url } = await startFakeNode((method) => (method === 'eth_chainId' ? '0x38' : undefined))
    const { error } = await runCommand(balances, [HOLDER], {}, { settings: { 'rpc.ethereum': url } })
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: 'The node set for Ethereum belongs to another chain: it answers 0x38',
      hint: 'Name one of Ethereum (chain id 1): swapcli config set rpc.ethereum https://…',
    })
  })

  test.each<[string, readonly string[], Record<string, unknown>, object]>([
    ['an address with a wrong letter', [HOLDER.replace('8943', '8944')], {}, { code: 'INVALID_ADDRESS' }],
    ['a name that no account has', ['savings'], {}, { code: 'USAGE', message: 'No account is named savings' }],
    ['no account at all', [], {}, { code: 'USAGE' }],
    ['two addresses', [HOLDER, HOLDER], {}, { code: 'USAGE' }],
    ['a chain that does not exist', [HOLDER], { chain: ['etherium'] }, { code: 'VALIDATION_ERROR' }],
    ['a chain without addresses of this kind', [HOLDER], { chain: ['bitcoin'] }, { code: 'USAGE' }],
  ])('are refused for %s', async (_name, words, flags, error) => {
    const said = await runCommand(balances, words, flags, { settings: { 'rpc.ethereum': DEAD } })
    expect(said).toMatchObject({ error, stdout: '' })
  })
})
