import { encodeFunctionData, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { failure, json } from '../cli/run-cli.ts'
import { erc20Abi } from '../devnet/abi.ts'
import { describeOnChains } from '../devnet/describe-on-chains.ts'
import { fillDeposits } from '../devnet/relayer.ts'
import { balances } from '../devnet/world.ts'
import { sharedBridge, sharedWorld, type User } from './wallet-world.ts'

/*
 * The built program is killed at moments that nobody chose, not only between its steps: whenever that is, each transaction
 * of the swap is in the chain once or not at all, and the service knows its hash.
 */

const amount = parseUnits('100', 6)
/** Longest life of a process that is killed, in milliseconds: a little more than a swap takes. */
const LONGEST_MS = 1_500

/** Swaps, and what they send. */
const SWAPS = {
  'a token for a token': {
    words: ['100', 'base:USDC', 'base:DAI', '--min-receive', '50'],
    sends: ['approve', 'multicall'],
  },
  'a token whose allowance is reset first': {
    words: ['100', 'ethereum:USDT', 'ethereum:ETH', '--min-receive', '0.03'],
    sends: ['reset', 'approve', 'multicall'],
  },
  'a bridge': { words: ['100', 'base:USDC', 'ethereum:USDC', '--no-wait'], sends: ['approve', 'depositV3'] },
} as const
type Name = keyof typeof SWAPS

const CASES = (['a token for a token', 'a token whose allowance is reset first', 'a bridge'] as const).flatMap((name) =>
  [1, 2, 3].map((seed) => ({ name, seed })),
)

const GIVEN_UP = [
  ['SERVICE_UNAVAILABLE', false],
  ['QUOTE_EXPIRED', false],
]

/** Numbers from 0 to below 1, the same for the same seed (https://en.wikipedia.org/wiki/Linear_congruential_generator). */
function numbers(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describeOnChains('a swap that is killed at any moment', () => {
  const world = sharedWorld({ blockTimeSec: 0.3, args: ['--mixed-mining'] })
  const bridgeUser = sharedBridge(world)
  let index = 80
  let filling: Promise<unknown> = Promise.resolve()

  /** Pays out what was deposited, for one test after the other: two at once would pay the same deposit. */
  const fill = () => {
    filling = filling.then(() => fillDeposits(world.devnet))
    return filling
  }

  const chainOf = (name: Name) =>
    name === 'a token whose allowance is reset first' ? world.devnet.ethereum : world.devnet.base

  async function newUser(name: Name): Promise<User> {
    index += 1
    const eth = parseUnits('1', 18)
    const user = await bridgeUser({
      index,
      providers: name === 'a bridge' ? ['ACROSS'] : ['UNISWAP'],
      funds: { ethereum: { eth, usdt: amount * 2n }, base: { eth, usdc: amount * 2n } },
    })
    const { client, tokens, contracts } = world.devnet.ethereum
    if (name !== 'a token whose allowance is reset first' || tokens.usdt === undefined) return user
    const left = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [contracts.swapRouter02, 7n] })
    const hash = await client.sendTransaction({ account: user.account, to: tokens.usdt, data: left })
    await client.waitForTransactionReceipt({ hash })
    return user
  }

  /** Starts the program and kills it after a while, if it is still there. */
  async function killed(user: User, args: readonly string[], afterMs: number): Promise<void> {
    const program = user.start(args)
    const timer = setTimeout(() => program.kill(), afterMs)
    await program.ended
    clearTimeout(timer)
  }

  test.concurrent.each(CASES)('$name, seed $seed', async ({ name, seed }) => {
    const user = await newUser(name)
    const chain = chainOf(name)
    const before = (await user.sent(chain)).length
    const random = numbers(seed)
    const { words, sends } = SWAPS[name]
    const wait = name === 'a bridge' ? ['--no-wait'] : []
    const resume = ['resume', '--json', ...wait]
    await killed(user, ['swap', ...words, '--yes', '--json'], random() * LONGEST_MS)
    await killed(user, resume, random() * LONGEST_MS)
    await killed(user, resume, random() * LONGEST_MS)

    const last = await user.run(resume)
    const sent = (await user.sent(chain)).slice(before)
    const paid = sent.length > 0
    // A swap that was killed while the service executed it is given up a while later: nothing was handed out.
    if (last.code !== 0) expect(GIVEN_UP).toContainEqual([failure(last)['code'], paid])
    const { swapRouter02, spokePool } = chain.contracts
    const spender = name === 'a bridge' ? spokePool : swapRouter02
    const what = sends.map((kind) => {
      if (kind === 'reset') return `approve ${spender} 0`
      return kind === 'approve' ? `approve ${spender} ${amount}` : kind
    })
    expect(sent.map((each) => [each.nonce - before, each.what, each.ok])).toEqual(
      paid ? what.map((each, nonce) => [nonce, each, true]) : [],
    )
    const { usdc, usdt } = await balances(chain, user.address)
    expect(name === 'a token whose allowance is reset first' ? usdt : usdc).toBe(paid ? amount : amount * 2n)
    if (name === 'a bridge') await fill()
    if (!paid) return
    await user.here(['resume', '--json'])
    expect(json((await user.here(['history', '--json'])).stdout)).toMatchObject({
      data: [{ status: 'SUCCESS', inboundHash: sent.at(-1)?.hash }],
      pagination: { total: 1 },
    })
  })
})
