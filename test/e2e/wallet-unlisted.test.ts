import { type Address, parseUnits } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { failure, json } from '../cli/run-cli.ts'
import { erc20Abi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { launchToken } from '../devnet/new-token.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { sharedWorld, outcome, type User } from './wallet-world.ts'

/*
 * The built program swaps a token that was deployed a moment ago, which no catalog can have: it is named by its address,
 * and what is known of it comes from its contract.
 */

const DECIMALS = 9

describeOnChains('swapcli with a token that the catalog lacks', () => {
  // What a token without a price is worth may be much: its payments wait for the block that nodes call safe, here the last but one.
  const world = sharedWorld({ blockTimeSec: 0.2, args: ['--mixed-mining', '--slots-in-an-epoch', '1'] })
  let token: Address
  beforeAll(async () => {
    token = await launchToken(world.devnet.base, { name: 'Gremlin Coin', symbol: 'U5DC', decimals: DECIMALS })
  })

  const held = (owner: Address) =>
    world.devnet.base.client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

  async function swapped(user: User, words: readonly string[]) {
    const swap = await user.run(['swap', ...words, '--min-receive', '1', '--yes', '--json'])
    expect([swap.code, swap.stderr]).toEqual([0, ''])
    const end = outcome(swap)
    expect([end.step, end.status]).toEqual(['final', 'SUCCESS'])
    return end
  }

  test('buys it by its address, sells it by its CAIP-19 name, and tells in the history what it was', async () => {
    const user = await world.user({ index: 0 })
    const bought = await swapped(user, ['0.1', 'base:ETH', `base:${token}`])
    expect(bought.received).toBe(bought.expected)
    expect(await held(user.address)).toBe(parseUnits(bought.received, DECIMALS))

    const sold = await swapped(user, [bought.received, `eip155:8453/erc20:${token.toLowerCase()}`, 'base:USDC'])
    expect([sold.received, sold.earlier]).toEqual([sold.expected, ['approve']])
    expect(await held(user.address)).toBe(0n)

    const history = await user.here(['history', '--json'])
    expect(asList(asObject(json(history.stdout))['data'])).toMatchObject([
      { srcAmount: bought.received, srcAsset: { symbol: 'U5DC', contract: token, chain: 'base', unlisted: true } },
      { dstAmount: bought.received, dstAsset: { symbol: 'U5DC', contract: token, chain: 'base', unlisted: true } },
    ])
  })

  test('says in the quote and before it is swapped unseen that it is unlisted, with its whole address, and what it looks like', async () => {
    const user = await world.user({ index: 1 })
    const quote = await user.here(['quote', '1', 'base:ETH', `${token}@base`])
    const unlisted = `U5DC is unlisted: base:${token} is known only from its own contract`
    expect(quote.code).toBe(0)
    expect(quote.stdout).toContain(`1 base:ETH to base:${token}, best first`)
    expect(quote.stderr).toContain(`warning, UNISWAP: ${unlisted}\n`)
    expect(quote.stderr).toContain('warning, UNISWAP: U5DC is unlisted: looks like USDC\n')

    const swap = await user.here(['swap', '1', 'base:ETH', `base:${token}`, '--min-receive', '1', '--yes', '--dry-run'])
    expect(swap.code).toBe(0)
    expect(swap.stderr).toContain(`warning, UNISWAP: ${unlisted}\n`)
  })

  test('never takes its symbol for it, and locks it in another process without asking a node what it is', async () => {
    const user = await world.user({ index: 2 })
    const quote = await user.here(['quote', '1', 'base:ETH', `base:${token}`, '--recipient', user.address, '--json'])
    expect(quote.code).toBe(0)

    const bySymbol = await user.here(['quote', '1', 'base:ETH', 'base:U5DC', '--json'])
    expect([bySymbol.code, failure(bySymbol)]).toMatchObject([2, { code: 'VALIDATION_ERROR', field: 'to' }])

    const lock = await user.run(['lock', '-', '--json'], { stdin: quote.stdout })
    expect([lock.code, lock.stderr]).toEqual([0, ''])
    const { dst, warnings } = asObject(asObject(json(lock.stdout))['data'])
    expect(dst).toMatchObject({ currency: 'U5DC', usd: '' })
    expect(asList(warnings)).toHaveLength(2)

    const offline = await user.here(['quote', '1', 'base:ETH', `base:${token}`, '--json'], {
      env: { SWAPCLI_RPC_BASE: 'http://127.0.0.1:9' },
    })
    expect(failure(offline)).toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  test('says why there is no token where there is none', async () => {
    const user = await world.user({ index: 3 })
    const ask = async (asset: string, env: Readonly<Record<string, string>> = {}) => {
      const { code, stdout, ...rest } = await user.here(['quote', '1', 'base:ETH', asset, '--json'], { env })
      const { message, field } = failure(rest)
      return { code, stdout, field, message }
    }
    const nobody = '0xF7f7F7F7f7F7f7F7F7f7f7F7f7f7f7F7F7F7F7f7'
    const { v2Router } = world.devnet.base.contracts
    expect(await ask(`base:${nobody.toLowerCase()}`)).toEqual({
      code: 2,
      stdout: '',
      field: 'to',
      message: `to: The catalog has no ${nobody.toLowerCase()} on Base, and no contract is there: it may be a wallet, or a token of another chain`,
    })
    expect(await ask(`base:${v2Router}`)).toEqual({
      code: 2,
      stdout: '',
      field: 'to',
      message: `to: The catalog has no ${v2Router} on Base, and the contract there is not a token: it states no decimals`,
    })
    expect(await ask(`base:${token}`, { SWAPCLI_RPC_BASE: world.devnet.ethereum.url })).toEqual({
      code: 5,
      stdout: '',
      field: 'to',
      message: `to: The catalog has no ${token} on Base, and its contract could not be read: The RPC set for Base serves the chain with id 1, not 8453`,
    })
  })
})
