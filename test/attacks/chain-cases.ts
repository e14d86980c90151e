import { type Address, type Hash, isHash, parseGwei, parseUnits } from 'viem'
import { swap } from '../../src/cli/commands/swap.ts'
import { contracts, operator, tokens } from '../devnet/addresses.ts'
import type { RpcFaults } from '../devnet/rpc-proxy.ts'
import type { DevChain } from '../devnet/world.ts'
import { runCommand } from '../support/command-session.ts'
import { asObject } from '../support/contract-fields.ts'
import { refused, SIGNED } from './case.ts'
import { approveFor } from './hostile-contracts.ts'
import type { NodeAttack, NodeNeighbour } from './lying-nodes.ts'
import type { Payment, Scene } from './range.ts'

/*
 * Blocks fall out of Ethereum after the program has seen what is in them. What was signed goes in again as the same bytes, or
 * not at all.
 */

const COIN = ['0.05', 'ethereum:ETH', 'ethereum:USDC'] as const
const PAYS = ['100', 'ethereum:USDC', 'ethereum:ETH'] as const
const { usdc } = tokens.ethereum
const { swapRouter02 } = contracts.ethereum

/** Takes back the newest blocks, down to one of them; nothing of them is in the chain or waits for it any more. */
async function takeBack({ client }: DevChain, from: bigint): Promise<void> {
  const depth = (await client.getBlockNumber()) - from + 1n
  // One more than are there now: another may be on its way.
  const params: [number, []] = [Number(depth) + 1, []]
  await client.request<{ Method: 'anvil_reorg'; Parameters: [number, []]; ReturnType: null }>({
    method: 'anvil_reorg',
    params,
  })
}

/** What fell out of the chain in a case. */
interface Fallen {
  /** What the node says, during a case. */
  readonly own: (scene: Scene) => RpcFaults
  readonly hasLied: () => boolean
  /** What fell out and is not in the chain again. */
  readonly alsoLost: NonNullable<NodeAttack['alsoLost']>
}

/** Which receipt was seen, of how many transactions. */
interface Seen {
  readonly isApproval: boolean
  readonly times: number
}

/**
 * Blocks fall out when a receipt in them was read.
 * @param when whether they do this time @param next what happens at once then @param isDeep all that was seen falls out with it
 */
function fallsOut(
  when: (seen: Seen) => boolean,
  { next, isDeep = false }: { readonly next?: (scene: Scene) => Promise<unknown>; readonly isDeep?: boolean } = {},
): Fallen {
  let fallen: readonly Hash[] = []
  let seen: readonly { readonly hash: Hash; readonly block: bigint }[] = []
  const own = (scene: Scene): RpcFaults => {
    fallen = []
    seen = []
    return {
      changes: {
        eth_getTransactionReceipt: async (result) => {
          if (result === null) return result
          const { transactionHash: hash, blockNumber, to } = asObject(result)
          if (typeof hash !== 'string' || !isHash(hash)) return result
          const block = BigInt(String(blockNumber))
          seen = [...seen, { hash, block }]
          const isApproval = String(to).toLowerCase() === usdc.toLowerCase()
          if (!when({ isApproval, times: seen.length })) return result
          const from = isDeep ? (seen[0]?.block ?? block) : block
          fallen = [...fallen, ...seen.flatMap((one) => (one.block >= from ? [one.hash] : []))]
          await takeBack(scene.src.chain, from)
          await next?.(scene)
          return result
        },
      },
    }
  }
  const alsoLost = async ({ src: { chain } }: Scene) => {
    const found = await Promise.all(
      fallen.map((hash) =>
        chain.client.getTransactionReceipt({ hash }).then(
          () => [],
          () => [hash],
        ),
      ),
    )
    return next !== undefined ? [] : found.flat().map((hash) => `${hash} fell out, and was not sent again`)
  }
  return { own, hasLied: () => fallen.length > 0, alsoLost }
}

/** Another wallet of the payer uses the nonce, for something else. */
const useNonce = (scene: Scene) => sendNothing(scene, operator.address)
/** Another wallet of the payer cancels what has the nonce. */
const cancelNonce = (scene: Scene) => sendNothing(scene, scene.payer)

async function sendNothing({ src: { chain }, payer }: Scene, to: Address): Promise<void> {
  const { client } = chain
  await client.impersonateAccount({ address: payer })
  const fees = { maxFeePerGas: parseGwei('50'), maxPriorityFeePerGas: parseGwei('2') }
  await client.sendTransaction({ account: payer, to, value: 0n, gas: 21_000n, ...fees })
  await client.stopImpersonatingAccount({ address: payer })
  await client.mine({ blocks: 1 })
}

const WAITS = { pace: 4, options: { wait: true, timeout: '80' }, mayFail: true, mayNotKnow: true } as const
const PAID = { says: { status: 'SUCCESS', code: undefined } } as const
const once = (isApproval: boolean) => {
  let isOver = false
  return (seen: Seen) => {
    if (isOver || seen.isApproval !== isApproval) return false
    isOver = true
    return true
  }
}

type Case<T> = Omit<T, 'who' | 'swap'> & Partial<Pick<NodeAttack, 'swap'>>
const chained = <T extends NodeAttack | NodeNeighbour>(one: Case<T>) => {
  const words = one.swap ?? COIN
  const run: Payment['run'] = async (place, values, { src: { chain } }) => {
    // A block that anvil mines for what it is sent must not meet those that are taken back: the range mines.
    await chain.client.setAutomine(false)
    const said = await runCommand(swap, words, values, place)
    await chain.client.setAutomine(true)
    return said
  }
  return { who: 'chain' as const, at: 'ethereum' as const, ...one, swap: words, run }
}

export const CHAIN_ATTACKS: readonly NodeAttack[] = (
  [
    { name: 'the payment falls out', ...fallsOut(once(false)), ...WAITS, ...PAID, ending: SIGNED },
    {
      name: 'the payment falls out three times',
      ...fallsOut(({ times }) => times <= 3),
      ...WAITS,
      ...PAID,
      ending: SIGNED,
    },
    { name: 'the approval falls out', swap: PAYS, ...fallsOut(once(true)), ...WAITS, ...PAID, ending: SIGNED },
    {
      name: 'the payment falls out with its approval',
      swap: PAYS,
      ...fallsOut(once(false), { isDeep: true }),
      ...WAITS,
      ...PAID,
      ending: SIGNED,
    },
    {
      name: 'the payment falls out, and another wallet uses its nonce',
      ...fallsOut(once(false), { next: useNonce }),
      ...WAITS,
      says: { status: undefined, code: 'WALLET_REFUSED' },
      ending: SIGNED,
    },
    {
      name: 'the approval falls out, and another wallet uses its nonce',
      swap: PAYS,
      ...fallsOut(once(true), { next: useNonce }),
      ...WAITS,
      ...PAID,
      ending: SIGNED,
    },
    {
      name: 'the payment falls out, and another wallet cancels it',
      ...fallsOut(once(false), { next: cancelNonce }),
      ...WAITS,
      says: { status: undefined, code: 'WALLET_REFUSED' },
      ending: SIGNED,
    },
    {
      name: 'the approval falls out, and another wallet cancels it',
      swap: PAYS,
      ...fallsOut(once(true), { next: cancelNonce }),
      ...WAITS,
      // Whoever cancels wants no payment: a person says whether it goes on.
      says: { status: undefined, code: 'OUTCOME_UNKNOWN' },
      ending: SIGNED,
    },
    {
      name: 'an allowance falls out that was seen',
      swap: PAYS,
      ...allowanceFalls(),
      ...WAITS,
      ending: refused('simulation'),
    },
  ] satisfies readonly Case<NodeAttack>[]
).map((one) => chained<NodeAttack>(one))

/** The allowance of an earlier day was in a block that falls out once it was read. */
function allowanceFalls(): Pick<NodeAttack, 'own' | 'hasLied' | 'before'> {
  let block: bigint | undefined
  let hasFallen = false
  return {
    own: ({ src: { chain } }) => ({
      changes: {
        eth_call: async (result, [call]) => {
          const { data, input = data } = asObject(call)
          if (hasFallen || block === undefined || !String(input).includes('dd62ed3e')) return result
          hasFallen = true
          await takeBack(chain, block)
          return result
        },
      },
    }),
    hasLied: () => hasFallen,
    before: async ({ src: { chain }, payer }) => {
      hasFallen = false
      await chain.client.mine({ blocks: 3 })
      await approveFor(chain, payer, usdc, swapRouter02, parseUnits('100', 6))
      block = await chain.client.getBlockNumber()
    },
  }
}

export const CHAIN_NEIGHBOURS: readonly NodeNeighbour[] = (
  [
    { name: 'a payment that is waited for', own: {}, options: { wait: true } },
    { name: 'a payment with its approval that is waited for', own: {}, swap: PAYS, options: { wait: true } },
  ] satisfies readonly Case<NodeNeighbour>[]
).map((one) => chained<NodeNeighbour>(one))
