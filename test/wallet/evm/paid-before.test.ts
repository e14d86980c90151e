import { encodeAbiParameters, encodeFunctionData, erc20Abi, type Hex, pad, parseUnits, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { Json, RpcCall } from '../../../src/core/ports.ts'
import { recordOf } from '../../../src/core/evm/json-rpc.ts'
import { TOKEN_EVENTS, WRAPPED_COIN_EVENTS } from '../../../src/core/evm/events.ts'
import type { EvmChain } from '../../../src/wallet/evm/evm-chain.ts'
import { findPaid, readPlace } from '../../../src/wallet/evm/paid-before.ts'
import type { OwnTransaction, PaidQuestion, Payment } from '../../../src/wallet/payment.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'

const payer = privateKeyToAccount(`0x${'51'.repeat(32)}`)
const OWNER = payer.address
const ACCOUNT = `eip155:8453:${OWNER}`
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ROUTER = '0x2626664c2603336E57B271c5C0b26F421741e481'
const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const UNITS = parseUnits('100', 6)
const ETH = parseUnits('0.5', 18)
const SWAP: Hex = '0x5ae401dc'
/** Blocks come every 2 seconds, and came days before block 950; the run began in block 1000. */
const BEGUN = 1_000
const HEAD = 1_100
const SECOND_MS = 1_000
const DAY_SEC = 86_400
const timeOf = (block: number) => 1_800_000_000 + block * 2 - (block < 950 ? 2 * DAY_SEC : 0)

/** A transaction of the account in a block. */
interface Mined {
  readonly block: number
  readonly to: Hex
  readonly data?: Hex
  readonly value?: bigint
  /** Base units of the token that leave the account. */
  readonly sends?: bigint
  /** Base units of the token that the account unwraps, without a transfer. */
  readonly unwraps?: bigint
  readonly reverts?: boolean
}

interface World {
  readonly mined?: readonly Mined[]
  /** Transactions of the account that wait. */
  readonly waiting?: number
  /** Nonce of the account before the first of these. @default 5 */
  readonly before?: number
  /** Blocks before the head whose state is kept. @default all */
  readonly keeps?: number
  /** Blocks of events that are given at once. @default 10,000 */
  readonly gives?: number
  /** What the approved spender may still take. */
  readonly allowance?: bigint
  /** What each node makes of the truth. @default two that tell it */
  readonly nodes?: readonly Node[]
}

/** What a node answers where the chain has it otherwise. */
type Node = (truth: unknown, call: RpcCall) => unknown
const HONEST: Node = (truth) => truth
/** States a count of its own, of mined or of all transactions. */
const counting =
  (count: Hex, tag?: string): Node =>
  (truth, { method, params }) =>
    method === 'eth_getTransactionCount' && (tag === undefined || params[1] === tag) ? count : truth

const hashOf = (at: number): Hex => pad(toHex(0xaa00 + at))
const APPROVE = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ROUTER, UNITS] })

/** A chain of two nodes, and how many questions they were asked. */
function chainOf(world: World): { readonly chain: EvmChain; readonly asked: string[] } {
  const { mined = [], waiting = 0, before = 5, keeps = HEAD, gives = 10_000, allowance = 0n } = world
  const { nodes = [HONEST, HONEST] } = world
  const asked: string[] = []
  const blockOf = (tag: Json | undefined) => (typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : HEAD)
  const transactionOf = ({ to, data = '0x', value = 0n }: Mined, at: number) => {
    return {
      from: OWNER.toLowerCase(),
      nonce: toHex(before + at),
      hash: hashOf(at),
      to,
      input: data,
      value: toHex(value),
    }
  }
  const logsOf = ({ sends = 0n, unwraps = 0n, block }: Mined, at: number) => {
    const place = { address: USDC.toLowerCase(), blockNumber: toHex(block), transactionHash: hashOf(at) }
    const word = (units: bigint) => encodeAbiParameters([{ type: 'uint256' }], [units])
    const owner = pad(OWNER).toLowerCase()
    const transfer = [TOKEN_EVENTS.transfer.topic, owner, pad(ROUTER).toLowerCase()]
    return [
      ...(sends === 0n ? [] : [{ ...place, topics: transfer, data: word(sends) }]),
      ...(unwraps === 0n
        ? []
        : [{ ...place, topics: [WRAPPED_COIN_EVENTS.withdrawal.topic, owner], data: word(unwraps) }]),
    ]
  }
  const answer = async ({ method, params }: RpcCall): Promise<unknown> => {
    asked.push(method)
    switch (method) {
      case 'eth_chainId':
        return toHex(8453)
      case 'eth_getTransactionCount': {
        const block = blockOf(params[1])
        if (block < HEAD - keeps) throw new RpcError('missing trie node', -32000)
        const used = mined.filter((one) => one.block <= block).length
        return toHex(before + used + (params[1] === 'pending' ? waiting : 0))
      }
      case 'eth_getBlockByNumber': {
        const block = blockOf(params[0])
        const transactions = mined.flatMap((one, at) => (one.block === block ? [transactionOf(one, at)] : []))
        return { number: toHex(block), timestamp: toHex(timeOf(block)), gasLimit: '0x1', transactions }
      }
      case 'eth_getTransactionReceipt': {
        const at = mined.findIndex((_one, index) => hashOf(index) === params[0])
        const one = mined[at]
        if (one === undefined) return null
        const status = one.reverts === true ? '0x0' : '0x1'
        const block = { blockNumber: toHex(one.block), blockHash: pad(toHex(one.block)) }
        return { transactionHash: params[0], ...block, status, logs: one.reverts === true ? [] : logsOf(one, at) }
      }
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = recordOf(params[0])
        const [from, to] = [Number(fromBlock), Number(toBlock)]
        if (to - from >= gives) throw new RpcError('block range is too large', -32005)
        return mined.flatMap((one, at) => (one.block >= from && one.block <= to ? logsOf(one, at) : []))
      }
      case 'eth_call':
        return encodeAbiParameters([{ type: 'uint256' }], [allowance])
      default:
        throw new RpcError(`unknown method ${method}`, -32601)
    }
  }
  const base = {
    family: 'evm',
    key: 'base',
    name: 'Base',
    chainId: 8453,
    nativeSymbol: 'ETH',
    confirmations: 1,
  } as const
  const rpc = fakeRpc(nodes.map((node) => async (call) => node(await answer(call), call)))
  return { chain: { ...base, rpc }, asked }
}

async function signed(nonce: number, hash: Hex, data: Hex = '0x', to: Hex = FRIEND): Promise<Payment> {
  const fees = { gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  const raw = await payer.signTransaction({ type: 'eip1559', chainId: 8453, nonce, to, data, value: 0n, ...fees })
  return { hash, raw }
}

type Asked = Partial<Pick<PaidQuestion, 'since' | 'earlier' | 'signed' | 'isEnding' | 'execution' | 'begunMs'>> & {
  readonly coin?: boolean
  /** The nonce that the user chose. */
  readonly chosen?: number
  readonly own?: readonly OwnTransaction[]
}

/** What speaks for it that 100 USDC, or half an ether, were paid before. */
async function look(world: World, { coin = false, own = [], chosen, ...asked }: Asked = {}) {
  const { chain, asked: questions } = chainOf(world)
  const end = { chainKey: 'base', symbol: 'USDC', decimals: 6, address: USDC }
  const src = coin
    ? { chainKey: 'base', chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, isNative: true, units: ETH }
    : { ...end, chainId: 8453, isNative: false, units: UNITS }
  const answer = await findPaid(
    {
      ...{ chain, owner: OWNER, nowMs: timeOf(HEAD) * SECOND_MS, listUnsettled: async () => [] },
      ...(chosen === undefined ? {} : { chosen }),
    },
    {
      terms: {
        ...{ provider: 'TEST', src, dst: { ...end, minimumOut: 1n } },
        ...{ depositor: OWNER, recipient: OWNER, nativeOnTop: 0n },
      },
      mostOnTop: 0n,
      execution: undefined,
      since: { account: ACCOUNT, sequence: 5, block: BigInt(BEGUN) },
      begunMs: timeOf(BEGUN + 60) * SECOND_MS,
      earlier: [],
      listOwn: async () => own,
      ...asked,
    },
  )
  return { ...answer, questions }
}

const doubtsOf = async (...asked: Parameters<typeof look>) => (await look(...asked)).doubts

const PAYS_TOKEN: Mined = { block: 1_050, to: ROUTER, data: SWAP, sends: UNITS }
const APPROVES: Mined = { block: 1_040, to: USDC, data: APPROVE }
const PAID = `${hashOf(0)} on Base sent 100 USDC to ${ROUTER.toLowerCase()} in block 1050`

/** What a run is to pay: a call. */
const callOf = (providerTarget: string, providerCalldata: string) =>
  ({
    ...{ lockId: 'lock_1', provider: 'TEST', providerResult: {} },
    exec: { providerTarget, providerCalldata },
  }) as unknown as NonNullable<PaidQuestion['execution']>

describe('a payment that may have been made before', () => {
  it('is nothing to speak of while the account has sent nothing since, and is asked for in four questions', async () => {
    const { doubts, now, questions } = await look({})
    expect([doubts, now]).toEqual([[], { account: ACCOUNT, sequence: 5, block: BigInt(HEAD) }])
    // Of each of two nodes.
    expect(questions.sort()).toEqual(
      ['eth_getBlockByNumber', 'eth_getTransactionCount', 'eth_getTransactionCount'].flatMap((one) => [one, one]),
    )
  })

  it('is found behind its approval, by what it took', async () => {
    expect(await doubtsOf({ mined: [APPROVES, PAYS_TOKEN] })).toEqual([PAID.replace(hashOf(0), hashOf(1))])
  })

  it.each<[string, Mined, string]>([
    ['of a coin, with a fee', { block: 1_050, to: ROUTER, data: SWAP, value: ETH + 1_000_000n }, '0.500000000001 ETH'],
    ['of a coin to a deposit address', { block: 1_050, to: FRIEND, value: ETH }, '0.5 ETH'],
  ])('is found where it is %s', async (_name, mined, amount) => {
    const text = `${hashOf(0)} on Base sent ${amount} to ${mined.to.toLowerCase()} in block 1050`
    expect(await doubtsOf({ mined: [mined] }, { coin: true })).toEqual([text])
  })

  it('is found where it is a deposit of a token', async () => {
    const mined = { ...PAYS_TOKEN, to: USDC, data: '0xa9059cbb' } as const
    expect(await doubtsOf({ mined: [mined] })).toEqual([PAID.replace(ROUTER.toLowerCase(), USDC.toLowerCase())])
  })

  it('is found by its contract and function where it took another amount', async () => {
    const execution = callOf(ROUTER, `${SWAP}00`)
    const mined = [{ ...PAYS_TOKEN, sends: UNITS / 2n }]
    expect(await doubtsOf({ mined }, { execution })).toEqual([PAID.replace('100 USDC', '50 USDC')])
    expect(await doubtsOf({ mined })).toEqual([])
  })

  it('is found where it unwrapped the coin, which moves none by a transfer', async () => {
    const unwraps = { block: 1_050, to: USDC, data: '0x2e1a7d4d', unwraps: UNITS } as const
    const found = PAID.replace(ROUTER.toLowerCase(), USDC.toLowerCase())
    expect(await doubtsOf({ mined: [unwraps] })).toEqual([found])
    // Some tokens report both.
    expect(await doubtsOf({ mined: [{ ...unwraps, sends: UNITS }] })).toEqual([found])
    expect(await doubtsOf({ mined: [{ ...unwraps, unwraps: UNITS * 2n }] })).toEqual([])
    expect((await doubtsOf({ mined: [unwraps], keeps: 20 }))[0]).toBe(`${hashOf(0)} on Base sent 100 USDC`)
  })

  it('is found where it called the token itself, which reported nothing', async () => {
    const mined = [{ block: 1_050, to: USDC, data: '0x2e1a7d4d' }] as const
    const found = `${hashOf(0)} on Base called, without a transfer, ${USDC.toLowerCase()} in block 1050`
    const execution = callOf(USDC, '0x2e1a7d4d00')
    expect(await doubtsOf({ mined }, { execution })).toEqual([found])
    // What is to be paid is not known yet.
    expect(await doubtsOf({ mined })).toEqual([found])
    expect(await doubtsOf({ mined }, { execution: callOf(ROUTER, SWAP) })).toEqual([])
    const [unread] = await doubtsOf({ mined, keeps: 20 }, { execution, since: undefined })
    expect(unread).toMatch(/cannot be read: .*, and USDC need not report what leaves by this call$/)
  })

  it('is found where it signed an order, which others fill later', async () => {
    const settlement = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'
    const mined = [{ block: 1_050, to: settlement, data: '0xec6cb13f00' }] as const
    const found = `${hashOf(0)} on Base called, without a transfer, ${settlement.toLowerCase()} in block 1050`
    const execution = callOf(settlement, '0xec6cb13f00')
    expect(await doubtsOf({ mined }, { execution })).toEqual([found])
    expect(await doubtsOf({ mined })).toEqual([found])
    // Another contract may have a function of the same name.
    expect(await doubtsOf({ mined: [{ ...mined[0], to: FRIEND }] })).toEqual([])
    expect(await doubtsOf({ mined: [{ ...mined[0], reverts: true }] }, { execution })).toEqual([])
    const [unread] = await doubtsOf({ mined, keeps: 20 }, { execution, since: undefined })
    expect(unread).toMatch(/cannot be read/)
  })

  it('was cancelled by what moves nothing', async () => {
    const mined = [{ block: 1_050, to: OWNER }]
    expect(await doubtsOf({ mined })).toEqual([`${hashOf(0)} on Base moves nothing, as what cancels a payment`])
    // What ends there is not paid by going on.
    expect(await doubtsOf({ mined }, { isEnding: true })).toEqual([])
  })

  it.each<[string, Mined]>([
    ['another amount of the token', { ...PAYS_TOKEN, sends: UNITS * 2n }],
    ['another token', { block: 1_050, to: FRIEND, data: '0xa9059cbb' }],
    ['an approval', APPROVES],
    ['what was reverted', { ...PAYS_TOKEN, reverts: true }],
  ])('is not what another wallet of the user sent: %s', async (_name, mined) => {
    const { doubts, now } = await look({ mined: [mined] })
    expect([doubts, now?.sequence]).toEqual([[], 6])
  })

  it('is not what this home paid itself, of which the chain is not asked', async () => {
    const own = { ...(await signed(5, hashOf(0))), settledMs: 1 }
    const { doubts, questions } = await look({ mined: [PAYS_TOKEN] }, { own: [own] })
    expect([doubts, questions.includes('eth_getTransactionReceipt')]).toEqual([[], false])
  })

  it('is found behind bytes of this home that cannot be read', async () => {
    const own = [{ hash: hashOf(9), raw: '0x02', settledMs: 1 }]
    expect(await doubtsOf({ mined: [PAYS_TOKEN] }, { own })).toEqual([PAID])
  })

  it('is looked for behind the nonce of what this home signed and has not seen in a block', async () => {
    const own = (hash: Hex) => signed(5, hash).then((one) => [{ ...one, settledMs: undefined }])
    expect(await doubtsOf({ mined: [PAYS_TOKEN] }, { own: await own(hashOf(0)) })).toEqual([])
    // Made faster by another copy of this home.
    expect(await doubtsOf({ mined: [PAYS_TOKEN] }, { own: await own(hashOf(9)) })).toEqual([PAID])
  })

  it('may be what waits for a block', async () => {
    const waits = `what has the nonce 5 of ${OWNER} on Base is in no block that its nodes show, and was not signed here`
    expect(await doubtsOf({ waiting: 1 })).toEqual([waits])
    const own = [{ ...(await signed(5, hashOf(9))), settledMs: undefined }]
    expect(await doubtsOf({ waiting: 1 }, { own })).toEqual([])
  })

  it('may be what used up the approval of a run, unless something else came after that', async () => {
    const approval = await signed(4, hashOf(8), APPROVE, USDC)
    const own = [{ ...approval, settledMs: 1 }]
    const used = `what was approved for ${ROUTER} is used, and not by this run as it is here`
    expect(await doubtsOf({ allowance: 0n }, { earlier: [approval], own })).toEqual([used])
    expect(await doubtsOf({ allowance: UNITS }, { earlier: [approval], own })).toEqual([])
    const later = { ...(await signed(5, hashOf(0))), settledMs: 1 }
    expect(await doubtsOf({ mined: [APPROVES] }, { earlier: [approval], own: [...own, later] })).toEqual([])
  })
})

describe('where no node keeps the state of that time', () => {
  const UNREAD = `what took the nonce 5 of ${OWNER} on Base cannot be read: no node shows the state of that time`
  const long = { keeps: 20, mined: [PAYS_TOKEN] }

  it('a payment of a token is found by its events, and what they do not show is said', async () => {
    const found = `${hashOf(0)} on Base sent 100 USDC`
    const nothing = `${UNREAD}; about that amount of USDC did not leave in other ways`
    expect(await doubtsOf(long)).toEqual([found, nothing])
    expect(await doubtsOf({ ...long, mined: [APPROVES] })).toEqual([nothing])
  })

  it('nodes that give few events at once are asked for fewer, and what they do not give is said', async () => {
    expect((await doubtsOf({ ...long, gives: 700 }))[0]).toBe(`${hashOf(0)} on Base sent 100 USDC`)
    expect(await doubtsOf({ ...long, gives: 1 })).toEqual([
      `${UNREAD}, and events of USDC could not be searched up to block 1100`,
    ])
  })

  it('a payment of a coin cannot be searched', async () => {
    expect(await doubtsOf({ ...long, mined: [{ block: 1_050, to: ROUTER, value: ETH }] }, { coin: true })).toEqual([
      `${UNREAD}, and coins leave no event that could be searched from block 1000 on`,
    ])
  })
})

describe('more transactions than are read', () => {
  const swaps = (count: number) =>
    Array.from({ length: count }, (_, at): Mined => ({ block: 1_010 + at, to: FRIEND, data: '0x12345678' }))

  it('are read up to fifty, newest first', async () => {
    expect(await doubtsOf({ mined: swaps(50) }, { coin: true })).toEqual([])
    expect(await doubtsOf({ mined: [...swaps(49), { ...PAYS_TOKEN, block: 1_090 }] })).toEqual([
      `${hashOf(49)} on Base sent 100 USDC to ${ROUTER.toLowerCase()} in block 1090`,
    ])
  })

  it('are said to be more, and the events show what they took', async () => {
    const only = `only the newest 50 of 51 transactions of ${OWNER} on Base were read`
    expect(await doubtsOf({ mined: swaps(51) })).toEqual([
      `${only}; about that amount of USDC did not leave in other ways`,
    ])
    expect(await doubtsOf({ mined: [{ ...PAYS_TOKEN, block: 1_005 }, ...swaps(50)] })).toEqual([
      `${hashOf(0)} on Base sent 100 USDC`,
      `${only}; about that amount of USDC did not leave in other ways`,
    ])
  })

  it('are not looked for one by one where a node that nobody confirms states them', async () => {
    for (const count of ['0x5f5e100', '0x20000000', '0xffffffffffff', '0xffffffffffffffffffffff'] as const) {
      for (const nodes of [
        [HONEST, counting(count)],
        [HONEST, HONEST, counting(count), HONEST],
      ]) {
        const { doubts, now } = await look({ nodes, mined: [APPROVES] })
        expect([doubts, now?.sequence]).toEqual([[], 6])
      }
    }
    const alone = await look({ nodes: [counting('0x5f5e100')] })
    expect(alone.doubts).toEqual([
      `what took 99999995 of the nonces 5 to 99999999 of ${OWNER} on Base cannot be read: its nodes do not agree on it; about that amount of USDC did not leave in other ways`,
    ])
    expect(alone.questions.length).toBeLessThan(1_000)
    await expect(look({ nodes: [counting('0xffffffffffffffffffffff')] })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    })
  })
})

describe('one node of several', () => {
  it('neither stops an honest user nor hides a payment, whatever it counts', async () => {
    const paid = { mined: [PAYS_TOKEN] }
    for (const nodes of [
      [counting('0x0'), HONEST, HONEST],
      [HONEST, counting('0x5'), HONEST],
      [HONEST, HONEST, counting('0x9')],
    ]) {
      expect(await doubtsOf({ nodes })).toEqual([])
      expect(await doubtsOf({ ...paid, nodes })).toEqual([PAID])
      expect(await doubtsOf({ ...paid, nodes }, { since: undefined })).toEqual([PAID])
    }
    // Of two, the one that lags.
    expect(await doubtsOf({ ...paid, nodes: [HONEST, counting('0x5', 'latest')] })).toEqual([PAID])
  })

  it('does not tell alone where another does not answer', async () => {
    const mute: Node = (truth, { method }) => (method === 'eth_getTransactionCount' ? null : truth)
    await expect(look({ nodes: [counting('0x5'), mute] })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })
})

describe('where an account stands', () => {
  const place = (nodes: readonly Node[], world: World = {}) => readPlace(chainOf({ ...world, nodes }).chain, OWNER)

  it('is its next transaction behind those that wait, and never further than most nodes say', async () => {
    const stands = { account: ACCOUNT, sequence: 6, block: BigInt(HEAD) }
    const world = { waiting: 1 }
    expect(await place([HONEST, HONEST], world)).toEqual(stands)
    expect(await place([HONEST, counting('0x9')], world)).toEqual(stands)
    expect(await place([counting('0x9'), HONEST, HONEST], world)).toEqual(stands)
  })

  it('is not known by one operator of two, nor from a node of another chain', async () => {
    const mute: Node = (truth, { method }) => (method === 'eth_getTransactionCount' ? null : truth)
    expect(await place([HONEST, mute])).toBeUndefined()
    const other = async ({ method }: RpcCall) => (method === 'eth_chainId' ? '0x1' : toHex(1))
    const { chain } = chainOf({})
    const elsewhere = readPlace({ ...chain, rpc: fakeRpc([other], { isOwn: true }) }, OWNER)
    await expect(elsewhere).rejects.toMatchObject({ code: 'WALLET_REFUSED', reason: 'nodes' })
  })
})

describe('a run that did not note where its account stood', () => {
  const unknown = { since: undefined }

  it.each([
    ['three minutes, which have passed,', 180, 1_005],
    ['ten minutes', 600, 1_005],
    ['a day', DAY_SEC - 60, 1_005],
    ['a month', 30 * DAY_SEC, 940],
  ])('is searched for from before it where a clock was %s ahead', async (_name, aheadSec, block) => {
    const asked = { ...unknown, begunMs: (timeOf(block - 5) + aheadSec) * SECOND_MS }
    const mined = [{ ...PAYS_TOKEN, block }]
    expect(await doubtsOf({ mined }, asked)).toContain(PAID.replace('1050', String(block)))
    const [found] = await doubtsOf({ mined, keeps: 20 }, asked)
    expect(found).toBe(`${hashOf(0)} on Base sent 100 USDC`)
  })

  it('is searched for from the time when it began', async () => {
    expect(await doubtsOf({ mined: [APPROVES, PAYS_TOKEN] }, unknown)).toEqual([PAID.replace(hashOf(0), hashOf(1))])
    const earlier = { ...PAYS_TOKEN, block: 900 }
    expect(await doubtsOf({ mined: [earlier] }, unknown)).toEqual([])
  })

  it('is searched for also where nodes have dropped their oldest blocks', async () => {
    const short: Node = (truth, { method, params }) =>
      method === 'eth_getBlockByNumber' && Number(params[0]) < 960 ? null : truth
    expect(await doubtsOf({ mined: [PAYS_TOKEN], nodes: [short, short] }, unknown)).toEqual([PAID])
    expect(await doubtsOf({ nodes: [short, short] }, unknown)).toEqual([])
  })

  it('counts what another account or chain noted as nothing', async () => {
    const since = { account: `eip155:1:${OWNER}`, sequence: 9, block: 1_090n }
    expect(await doubtsOf({ mined: [PAYS_TOKEN] }, { since })).toEqual([PAID])
  })

  it('goes on where events show that no such token left, though nonces of before are not known', async () => {
    expect(await doubtsOf({ keeps: 20, mined: [{ ...PAYS_TOKEN, sends: UNITS * 2n }] }, unknown)).toEqual([])
    expect(await doubtsOf({ keeps: 20, mined: [PAYS_TOKEN] }, unknown)).toEqual([`${hashOf(0)} on Base sent 100 USDC`])
  })

  it('says of a coin that nobody can tell, unless this home knows every nonce', async () => {
    const [text] = await doubtsOf({ keeps: 20 }, { ...unknown, coin: true })
    expect(text).toMatch(/^what was sent since it began of .* cannot be read/)
    const own = [{ ...(await signed(4, hashOf(9))), settledMs: timeOf(900) * SECOND_MS }]
    expect(await doubtsOf({ keeps: 20 }, { ...unknown, coin: true, own })).toEqual([])
  })
})

describe('what was just signed', () => {
  it('asks no node where its nonce is the one that comes next', async () => {
    const own = [{ ...(await signed(5, hashOf(0))), settledMs: 1 }]
    for (const [nonce, of] of [[5, []] as const, [6, own] as const]) {
      const { doubts, now, questions } = await look(
        { mined: [PAYS_TOKEN] },
        { signed: await signed(nonce, hashOf(7)), own: of },
      )
      expect([doubts, now, questions]).toEqual([[], undefined, []])
    }
  })

  it('is held against the nonces before it, also where the nodes that are asked then do not count them', async () => {
    const waits = `what has the nonce 5 of ${OWNER} on Base is in no block that its nodes show, and was not signed here`
    const behind = await signed(6, hashOf(7))
    for (const coin of [true, false]) {
      expect(await doubtsOf({}, { signed: behind, coin })).toEqual([waits])
    }
    // Whoever chose the nonce leaves a gap.
    expect((await look({}, { signed: behind, chosen: 6 })).doubts).toEqual([])
  })

  it('stands where all before it is explained, and is signed anew where its own nonce was taken', async () => {
    const other: Mined = { ...PAYS_TOKEN, sends: UNITS * 2n }
    const behind = await signed(6, hashOf(7))
    expect(await look({ mined: [other] }, { signed: behind })).toMatchObject({ now: undefined, doubts: [] })
    const taken = await look({ mined: [other, { ...other, block: 1_060 }] }, { signed: behind })
    expect([taken.now?.sequence, taken.doubts]).toEqual([7, []])
  })

  it('is held against what took the nonces before it', async () => {
    expect(await doubtsOf({ mined: [PAYS_TOKEN] }, { signed: await signed(6, hashOf(7)) })).toEqual([PAID])
  })
})

it('too few nodes that answer are no proof that nothing was paid', async () => {
  const { chain } = chainOf({})
  const alone: EvmChain = {
    ...chain,
    rpc: { ...chain.rpc, requestOperators: async (call) => (await chain.rpc.requestOperators(call, 2)).slice(0, 1) },
  }
  const look = findPaid(
    { chain: alone, owner: OWNER, nowMs: 0, listUnsettled: async () => [] },
    {
      terms: {} as PaidQuestion['terms'],
      ...{ mostOnTop: 0n, execution: undefined, since: undefined, begunMs: 0, earlier: [], listOwn: async () => [] },
    },
  )
  await expect(look).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', funds: 'untouched' })
})
