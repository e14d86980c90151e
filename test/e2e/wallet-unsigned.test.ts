import { type Address, type Hash, isAddress, isHex, parseUnits } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { failure, json } from '../cli/run-cli.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { balances, fund, MNEMONIC } from '../devnet/world.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { allowance, answered, sharedWorld } from './wallet-world.ts'

/*
 * The built program prints transactions for a wallet that it does not hold: signed there and reported back, they are
 * the swap that was quoted.
 */

interface Call {
  readonly to: Address
  readonly data: Hash
  readonly value: bigint
}

/** How each format is read by what it is meant for. */
const FORMATS: Readonly<Record<string, (stdout: string) => readonly Call[]>> = {
  json: (stdout) => asList(asObject(json(stdout))['data']).map((each) => callOf(asObject(each))),
  safe: (stdout) => asList(asObject(json(stdout))['transactions']).map((each) => callOf(asObject(each))),
  cast: (stdout) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => {
        const [, value, to, data = '0x'] =
          /^cast send --chain 8453 --from 0x\w{40}(?: --value (\d+))? (0x\w{40})(?: (0x\w+))?$/.exec(line) ?? []
        return callOf({ to, data, value: value ?? '0' })
      }),
}

function callOf({ to, data, value }: Readonly<Record<string, unknown>>): Call {
  if (typeof to !== 'string' || !isAddress(to) || !isHex(data) || typeof value !== 'string') {
    throw new Error(`no call: ${String(to)} ${String(data)} ${String(value)}`)
  }
  return { to, data, value: BigInt(value) }
}

describeOnChains('swapcli swap --unsigned', () => {
  const world = sharedWorld()

  test.each([
    ['json', '100', 'base:USDC', 'base:ETH'],
    ['cast', '0.1', 'base:ETH', 'base:USDC'],
    ['safe', '100', 'base:USDC', 'base:DAI'],
  ] as const)('as %s prints what another wallet signs, and knows its end', async (format, amount, from, to) => {
    const { base } = world.devnet
    const user = await world.user({ index: 9 })
    const other = mnemonicToAccount(MNEMONIC, { addressIndex: Object.keys(FORMATS).indexOf(format) })
    await fund(base, other.address, { usdc: parseUnits('100', 6) })
    const before = await balances(base, other.address)
    const wallets = ['--depositor', other.address, '--recipient', other.address]
    const swap = await answered(() => user.run(['swap', amount, from, to, ...wallets, '--unsigned', format]))
    expect(swap.code).toBe(0)
    const [, id = ''] = /swapcli track (tx_\w+) HASH/.exec(swap.stderr) ?? []
    expect(await balances(base, other.address)).toEqual(before)

    let hash: Hash = '0x'
    for (const call of FORMATS[format]?.(swap.stdout) ?? []) {
      hash = await base.client.sendTransaction({ account: other, ...call })
      expect((await base.client.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    expect((await user.here(['track', id, hash])).code).toBe(0)
    const status = await user.here(['status', id, '--watch'])
    expect([status.code, /status +SUCCESS/.test(status.stdout), status.stdout.includes(hash)]).toEqual([0, true, true])
    const after = await balances(base, other.address)
    expect({ usdc: after.usdc > before.usdc, dai: after.dai > before.dai }).toEqual({
      usdc: to === 'base:USDC',
      dai: to === 'base:DAI',
    })
    expect(await allowance(base, base.tokens.usdc, other.address, base.contracts.swapRouter02)).toBe(0n)
    expect(await user.sent(base)).toEqual([])
    expect((await user.here(['resume', '--json'])).stdout).toBe('{"data":[]}\n')
  })

  test('prints nothing of a payment that --yes would not make, and a dry run says so', async () => {
    const user = await world.user({ index: 8, funds: { base: { usdc: parseUnits('100', 6) } } })
    const swap = ['swap', '100', 'base:USDC', 'base:ETH', '--max-cost', '0usd']
    const unsigned = await user.here([...swap, '--unsigned', 'json', '--json'])
    expect([unsigned.code, unsigned.stdout]).toEqual([6, ''])
    expect(failure(unsigned)).toMatchObject({ code: 'WALLET_REFUSED', details: { reason: 'cost' } })
    const dry = await user.here([...swap, '--dry-run'])
    expect([dry.code, /dry run: --yes would not pay it: The network cost is/.test(dry.stderr)]).toEqual([0, true])
    const within = await user.here([...swap.slice(0, -2), '--dry-run'])
    expect([within.code, within.stderr.includes('would not pay it')]).toEqual([0, false])
  })
})
