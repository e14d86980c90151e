import { describe, expect, test } from 'vitest'
import { accountFiles } from '../../../../src/cli/accounts/account-files.ts'
import { balances } from '../../../../src/cli/commands/balances.ts'
import { quote } from '../../../../src/cli/commands/quote.ts'
import { lock } from '../../../../src/cli/commands/lock.ts'
import { approvalsRevoke } from '../../../../src/cli/commands/wallet/approvals/revoke.ts'
import { balances as walletBalances } from '../../../../src/cli/commands/wallet/balances.ts'
import { list } from '../../../../src/cli/commands/wallet/list.ts'
import { revoke } from '../../../../src/cli/commands/wallet/revoke.ts'
import { use } from '../../../../src/cli/commands/wallet/use.ts'
import { watch } from '../../../../src/cli/commands/wallet/watch.ts'
import { sampleAddress } from '../../../../src/core/assets/addresses/sample.ts'
import { localServer } from '../../../support/local-server.ts'
import { type CommandPlace, runCommand } from '../../../support/command-session.ts'
import { newHome } from '../../../support/new-home.ts'

const EVM = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
/** Both of Sui and of Aptos. */
const MOVE = `0x${'2a'.repeat(32)}`

/** A home that watches an address of Bitcoin as `vault` and one of EVM chains as `cold`. */
async function watchingHome(): Promise<string> {
  const home = await newHome()
  for (const [name, address] of Object.entries({ vault: BITCOIN, cold: EVM })) {
    const { error } = await runCommand(watch, [address], { name }, { home })
    expect(error).toBeUndefined()
  }
  return home
}

describe('wallet watch', () => {
  test('keeps an address of any chain, in its canonical form', async () => {
    const home = await newHome()
    const said = await runCommand(watch, [EVM.toLowerCase()], { name: 'cold' }, { home, json: true })
    expect(JSON.parse(said.stdout)).toMatchObject({
      data: { name: 'cold', kind: 'watch', family: 'evm', address: EVM, key: 'none', inUse: true },
    })
    await runCommand(watch, [BITCOIN], { name: 'vault' }, { home })
    expect((await accountFiles({ home }).list()).accounts).toMatchObject([
      { name: 'cold', kind: 'watch', family: 'evm', address: EVM },
      { name: 'vault', kind: 'watch', family: 'bitcoin', address: BITCOIN },
    ])
    expect((await runCommand(list, [], {}, { home })).stdout).toMatch(/\nvault +bc1q\S+ +watch only \(bitcoin\)\n/)
  })

  test('asks which chain an address is of that several could have', async () => {
    const home = await newHome()
    const either = await runCommand(watch, [MOVE], { name: 'a' }, { home })
    expect(either.error).toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^This may be an address of .*\bsui\b.*\baptos\b|\baptos\b.*\bsui\b/) as unknown,
    })
    const named = await runCommand(watch, [MOVE], { name: 'a', chain: 'aptos' }, { home })
    expect(named.error).toBeUndefined()
    expect(await accountFiles({ home }).find('a')).toMatchObject({ family: 'aptos' })
  })

  test.each<[string, string, object, object]>([
    ['no address', 'hello', {}, { code: 'INVALID_ADDRESS' }],
    ['an address with a wrong letter', EVM.replace('d8dA', 'd8da'), {}, { code: 'INVALID_ADDRESS' }],
    ['an address of another chain', BITCOIN, { chain: 'solana' }, { code: 'INVALID_ADDRESS' }],
    ['a chain that does not exist', BITCOIN, { chain: 'bitcorn' }, { code: 'VALIDATION_ERROR' }],
  ])('refuses %s', async (_name, text, flags, error) => {
    const home = await newHome()
    const said = await runCommand(watch, [text], { name: 'a', ...flags }, { home })
    expect(said).toMatchObject({ error, stdout: '' })
    expect((await accountFiles({ home }).list()).accounts).toEqual([])
  })
})

describe('an account that watches an address of another family', () => {
  test('is never in use, whichever was first', async () => {
    const home = await watchingHome()
    const said = await runCommand(list, [], {}, { home })
    expect(said.stdout).toMatch(/\ncold +0x\S+ +watch only +yes\n/)
    expect(said.stdout).toMatch(/\nvault +bc1q\S+ +watch only \(bitcoin\)\n/)
    const chosen = await runCommand(use, ['vault'], {}, { home })
    expect(chosen.error).toMatchObject({ code: 'WALLET_REFUSED', reason: 'account' })
    const settings = { wallet: 'vault' }
    const set = await runCommand(list, [], {}, { home, settings })
    expect(set.error).toMatchObject({ code: 'CONFIG_INVALID' })
  })

  test('signs nothing, and is not read as an EVM address', async () => {
    const place = { home: await watchingHome(), settings: { 'rpc.ethereum': 'http://127.0.0.1:9' } }
    const revoking = await runCommand(approvalsRevoke, [], { all: true, wallet: 'vault', yes: true }, place)
    const refusal = {
      code: 'WALLET_REFUSED',
      message: 'The account vault watches an address of bitcoin, and nothing is signed with it',
    }
    expect(revoking.error).toMatchObject(refusal)
    // Who names nothing is asked for no token: there is a list to choose from.
    const flags = { wallet: 'vault' }
    const asked = await runCommand(revoke, [], flags, { ...place, answers: [] })
    expect(asked.error).toMatchObject(refusal)
    const missing = (words: readonly string[]) => runCommand(revoke, words, flags, place)
    expect((await missing([])).error).toMatchObject({ code: 'USAGE', message: 'The argument <token> is missing' })
    expect((await missing(['USDC'])).error).toMatchObject({ message: 'The argument <spender> is missing' })
    const reading = await runCommand(walletBalances, ['vault'], {}, place)
    expect(reading.error).toMatchObject({ code: 'USAGE', hint: 'swapcli balances --account vault' })
  })
})

describe('the balance of a Bitcoin address', () => {
  const readVault = async (settings: NonNullable<CommandPlace['settings']>) => {
    const said = await runCommand(
      balances,
      [],
      { account: ['vault'] },
      { home: await watchingHome(), json: true, settings },
    )
    return { ...said, data: (JSON.parse(said.stdout) as { data: { accounts: object[] } }).data }
  }

  test('is what the esplora of the user lists', async () => {
    const status = (confirmed: boolean) => ({ confirmed })
    const coins = [
      { txid: '11'.repeat(32), vout: 0, value: 150_000_000, status: status(true) },
      { txid: '22'.repeat(32), vout: 1, value: 7, status: status(false) },
    ]
    const asked: string[] = []
    const { url, close } = await localServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(JSON.stringify(coins))
    })
    try {
      const { data, error } = await readVault({ 'esplora.bitcoin': url })
      expect(error).toBeUndefined()
      expect(data.accounts).toMatchObject([
        { name: 'vault', chains: [{ chain: 'bitcoin', state: 'read', balances: [{ symbol: 'BTC', amount: '1.5' }] }] },
      ])
      expect(asked).toEqual([`/address/${BITCOIN}/utxo`])
    } finally {
      await close()
    }
  })

  test('is unread where none is set, and says how to set one', async () => {
    const { data, error, stderr } = await readVault({})
    expect(data.accounts).toMatchObject([
      { chains: [{ chain: 'bitcoin', state: 'unread', code: 'CONFIG_INVALID' }], total: { isWhole: false } },
    ])
    expect([error, stderr]).toEqual([undefined, ''])
  })
})

describe('a depositor', () => {
  test('may be named by its account', async () => {
    const home = await watchingHome()
    const place = { home, network: 'sandbox', json: true } as const
    const flags = { depositor: 'vault', recipient: sampleAddress('evm', new Uint8Array(32).fill(7)) }
    const quoted = await runCommand(quote, ['0.1', 'bitcoin:BTC', 'ethereum:ETH'], flags, place)
    expect(quoted.error).toBeUndefined()
    const locked = await runCommand(lock, ['-'], {}, { ...place, stdin: quoted.stdout })
    expect(locked.error).toBeUndefined()
    expect(JSON.parse(quoted.stdout)).toMatchObject({ request: { depositor: BITCOIN } })
    const wrong = await runCommand(
      quote,
      ['0.1', 'bitcoin:BTC', 'ethereum:ETH'],
      { ...flags, depositor: 'cold' },
      place,
    )
    expect(wrong.error).toMatchObject({
      code: 'INVALID_ADDRESS',
      message: 'The account cold has an address of evm, not of bitcoin',
    })
  })
})
