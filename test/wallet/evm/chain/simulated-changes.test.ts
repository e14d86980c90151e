import { fakeRpc } from '../../../support/fake-rpc.ts'
import { encodeAbiParameters, type Hex, pad, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { PERMIT2 } from '../../../../src/core/evm/contracts.ts'
import type { Payload } from '../../../../src/wallet/evm/payload/payload.ts'
import { type Expected, holdingsToWatch, verifySimulation } from '../../../../src/wallet/evm/chain/simulated-changes.ts'
import type { SimulatedLog, Simulation } from '../../../../src/wallet/evm/chain/simulation.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'

const WALLET = '0x1111111111111111111111111111111111111111'
const ROUTER = '0x2222222222222222222222222222222222222222'
const THIEF = '0x3333333333333333333333333333333333333333'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const DAI = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const ZERO = '0x0000000000000000000000000000000000000000'
const OTHER = '0x4444444444444444444444444444444444444444'

const TERMS: PayTerms = {
  provider: 'VELORA',
  src: {
    chainKey: 'ethereum',
    chainId: 1,
    address: USDC,
    symbol: 'USDC',
    decimals: 6,
    isNative: false,
    units: 100_000_000n,
  },
  dst: { chainKey: 'ethereum', address: DAI, symbol: 'DAI', decimals: 18, minimumOut: 99n * 10n ** 18n },
  depositor: WALLET,
  recipient: WALLET,
  nativeOnTop: 0n,
}

const PAYLOAD: Payload = {
  chainId: 1,
  spend: { kind: 'call', to: ROUTER, data: '0x12345678', value: 0n, description: 'Swap' },
  approval: { token: USDC, spender: ROUTER, amount: 100_000_000n },
  permit2: undefined,
  functionName: 'swap',
  recipient: undefined,
  minimumReceived: undefined,
  deadlineSec: undefined,
  doubts: [],
  warnings: [],
}

const EXPECTED: Expected = {
  chain: {
    family: 'evm',
    key: 'ethereum',
    name: 'Ethereum',
    chainId: 1,
    nativeSymbol: 'ETH',
    confirmations: 1,
    rpc: fakeRpc([() => Promise.reject(new Error('offline'))]),
  },
  wallet: WALLET,
  payload: PAYLOAD,
  terms: TERMS,
  value: 0n,
  mostAllowed: 100_000_000n,
  dataFee: 0n,
}

const DAI_100 = 100n * 10n ** 18n

/** A simulation of a call that changes the watched holdings by these units, in their order, and logs this. */
function outcome(gains: readonly bigint[], logs: readonly SimulatedLog[] = [], terms = TERMS): Simulation {
  return {
    hasLogs: true,
    calls: [{ ok: true, reason: undefined, gasUsed: 100_000n, logs }],
    holdings: holdingsToWatch(WALLET, terms, PAYLOAD).map((holding, index) => {
      const before = holding.spender === undefined ? 10n ** 30n : 0n
      return { ...holding, before, after: before + (gains[index] ?? 0n) }
    }),
  }
}

const HONEST = [0n, -100_000_000n, DAI_100]

function log(address: string, event: string, indexed: readonly string[], ...data: readonly bigint[]): SimulatedLog {
  const words = data.map((value) => encodeAbiParameters([{ type: 'uint256' }], [value]).slice(2))
  return {
    address: address.toLowerCase(),
    topics: [toEventSelector(`event ${event}`), ...indexed.map((word) => pad(hex(word)))],
    data: `0x${words.join('')}`,
  }
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`
}

const transfer = (token: string, from: string, to: string, units: bigint) =>
  log(token, 'Transfer(address,address,uint256)', [from, to], units)
const approval = (token: string, owner: string, spender: string, units: bigint) =>
  log(token, 'Approval(address,address,uint256)', [owner, spender], units)

/** The reason of the refusal, or what is shown. */
function judged(simulation: Simulation, change: Partial<Expected> = {}) {
  try {
    return verifySimulation(simulation, { ...EXPECTED, ...change })
  } catch (error) {
    if (!isSwapError(error) || error.code !== 'WALLET_REFUSED' || error.funds !== 'untouched') throw error
    return error.message.replace('A simulation of the payment shows what was not agreed: ', '')
  }
}

describe('a simulation of a payment', () => {
  it('that does what was agreed is shown', () => {
    expect(judged(outcome(HONEST))).toEqual({
      changes: ['-100 USDC', '+100 DAI'],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
  })

  it('may bring more, and other tokens too', () => {
    const logs = [transfer(OTHER, ROUTER, WALLET, 5n)]
    expect(judged(outcome([7n, -90_000_000n, DAI_100], logs))).toEqual({
      changes: ['+0.000000000000000007 ETH', '-90 USDC', '+100 DAI', `+5 base units of ${OTHER}`],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
  })

  it('that fails is refused with its reason', () => {
    const simulation = outcome(HONEST)
    const failed = { ok: false, reason: 'Too little received', gasUsed: 1n, logs: [] }
    expect(judged({ ...simulation, calls: [...simulation.calls, failed] })).toBe(
      'The transaction would fail: Too little received',
    )
  })

  it('that takes one unit more of the token is refused', () => {
    expect(judged(outcome([0n, -100_000_001n, DAI_100]))).toBe(
      '100.000001 USDC would leave the wallet, and at most 100 USDC may',
    )
  })

  it('that takes one unit more of the coin than the calls carry is refused', () => {
    expect(judged(outcome([-5n, -100_000_000n, DAI_100]), { value: 5n })).toEqual({
      changes: ['-0.000000000000000005 ETH', '-100 USDC', '+100 DAI'],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
    expect(judged(outcome([-6n, -100_000_000n, DAI_100]), { value: 5n })).toBe(
      '0.000000000000000006 ETH would leave the wallet, and at most 0.000000000000000005 ETH may',
    )
  })

  it('that takes another token, which an old approval allows, is refused', () => {
    const logs = [transfer(OTHER, ROUTER, WALLET, 4n), transfer(OTHER, WALLET, THIEF, 5n)]
    expect(judged(outcome(HONEST, logs))).toBe(`another token would leave the wallet: ${OTHER}`)
  })

  it('that takes a collectible is refused, also when another one comes back', () => {
    const id = `0x${'7'.padStart(64, '0')}`
    const event = 'Transfer(address,address,uint256)'
    const logs = [log(OTHER, event, [ROUTER, WALLET, id]), log(OTHER, event, [WALLET, THIEF, id])]
    expect(judged(outcome(HONEST, logs))).toBe(`a collectible of ${OTHER} would leave the wallet`)
    const many = log(OTHER, 'TransferSingle(address,address,address,uint256,uint256)', [ROUTER, WALLET, THIEF], 7n, 1n)
    expect(judged(outcome(HONEST, [many]))).toBe(`collectibles of ${OTHER} would leave the wallet`)
  })

  it('that opens a token to somebody else is refused, but not the approval that was planned', () => {
    expect(judged(outcome(HONEST, [approval(USDC, WALLET, ROUTER, 100_000_000n)]))).toEqual({
      changes: ['-100 USDC', '+100 DAI'],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
    expect(judged(outcome(HONEST, [approval(USDC, WALLET, ROUTER, 100_000_001n)]))).toBe(
      `${ROUTER} would be allowed to take ${USDC}`,
    )
    expect(judged(outcome(HONEST, [approval(USDC, WALLET, THIEF, 1n)]))).toBe(
      `${THIEF} would be allowed to take ${USDC}`,
    )
    expect(judged(outcome(HONEST, [approval(OTHER, WALLET, ROUTER, 1n)]))).toBe(
      `${ROUTER} would be allowed to take ${OTHER}`,
    )
    expect(judged(outcome(HONEST, [approval(OTHER, ROUTER, THIEF, 1n)]))).toEqual({
      changes: ['-100 USDC', '+100 DAI'],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
    const all = log(OTHER, 'ApprovalForAll(address,address,bool)', [WALLET, THIEF], 1n)
    expect(judged(outcome(HONEST, [all]))).toBe(`all collectibles of ${OTHER} would be opened to ${THIEF}`)
  })

  it('that brings less than the least is refused, by one unit', () => {
    const least = 99n * 10n ** 18n
    expect(judged(outcome([0n, -100_000_000n, least]))).toEqual({
      changes: ['-100 USDC', '+99 DAI'],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
    expect(judged(outcome([0n, -100_000_000n, least - 1n]))).toBe(
      'the recipient would get 98.999999999999999999 DAI, and at least 99 DAI are promised',
    )
  })

  it('is held against the larger of what the lock and the calldata promise', () => {
    const payload = { ...PAYLOAD, minimumReceived: DAI_100 + 1n }
    expect(judged(outcome(HONEST), { payload })).toBe(
      'the recipient would get 100 DAI, and at least 100.000000000000000001 DAI are promised',
    )
  })

  it('that brings nothing is refused for a swap, and pointed out for a deposit that is answered later', () => {
    const nothing = outcome([0n, -100_000_000n, 0n])
    expect(judged(nothing)).toBe('the recipient would get 0 DAI, and at least 99 DAI are promised')
    const later = { ...PAYLOAD, functionName: 'depositWithExpiry' }
    expect(judged(nothing, { payload: later })).toEqual({
      changes: ['-100 USDC'],
      warnings: ['Nothing arrives in the transaction itself: VELORA is to pay afterwards'],
      within: undefined,
      taxed: [],
    })
    expect(judged(nothing, { payload: { ...later, minimumReceived: 1n } })).toBe(
      'the recipient would get 0 DAI, and at least 99 DAI are promised',
    )
  })

  it('is judged by what the recipient gets, not the wallet', () => {
    const terms = { ...TERMS, recipient: OTHER }
    expect(judged(outcome(HONEST, [], terms), { terms })).toEqual({
      changes: ['-100 USDC', `+100 DAI for ${OTHER}`],
      warnings: [],
      within: 'arrival',
      taxed: [],
    })
  })

  it('is not judged by the fee in the coin that the payer of a token gives for it', () => {
    const terms = { ...TERMS, dst: { ...TERMS.dst, address: ZERO, symbol: 'ETH', minimumOut: 1_000n } }
    const judge = (gained: bigint) => judged(outcome([gained, -100_000_000n, gained], [], terms), { terms, value: 30n })
    expect(judge(970n)).toMatchObject({ within: 'arrival' })
    expect(judge(969n)).toMatch(/^the recipient would get 0.000000000000000999 ETH, and at least/)
  })

  it('of a payment to another chain needs no arrival', () => {
    const terms = { ...TERMS, dst: { ...TERMS.dst, chainKey: 'base' } }
    expect(judged(outcome([0n, -100_000_000n], [], terms), { terms })).toEqual({
      changes: ['-100 USDC'],
      warnings: [],
      within: 'departure',
      taxed: [],
    })
  })

  it('in which nothing of the amount leaves is refused: such a call has another use', () => {
    expect(judged(outcome([0n, 0n, DAI_100]))).toBe('nothing of the amount would leave the wallet')
    const terms = { ...TERMS, dst: { ...TERMS.dst, chainKey: 'base' } }
    expect(judged(outcome([0n, 0n], [], terms), { terms })).toBe('nothing of the amount would leave the wallet')
  })

  it('of a payment to another chain takes the amount, but for what a router gives back', () => {
    const terms = { ...TERMS, dst: { ...TERMS.dst, chainKey: 'base' } }
    expect(judged(outcome([0n, -95_000_000n], [], terms), { terms })).toMatchObject({ within: 'departure' })
    expect(judged(outcome([0n, -94_999_999n], [], terms), { terms })).toBe(
      'only 94.999999 USDC would leave the wallet, and the swap is of 100 USDC',
    )
  })

  it('after which somebody may take more is refused, whatever the token logs', () => {
    const allowed = (token: string, spender: string, units: bigint): Simulation => {
      const { holdings, ...rest } = outcome(HONEST)
      const grown = holdings.map((one) =>
        one.token === token && one.spender === spender ? { ...one, before: 0n, after: units } : one,
      )
      return { ...rest, holdings: grown }
    }
    expect(judged(allowed(USDC, ROUTER, 100_000_000n))).toMatchObject({ within: 'arrival' })
    expect(judged(allowed(USDC, ROUTER, 100_000_001n))).toBe(`${ROUTER} would be allowed to take ${USDC}`)
    expect(judged(allowed(USDC, PERMIT2, 1n))).toBe(`${PERMIT2} would be allowed to take ${USDC}`)
    expect(judged(allowed(DAI, ROUTER, 1n))).toBe(`${ROUTER} would be allowed to take ${DAI}`)
  })

  it('that lets somebody take by Permit2 is refused, but not the step that was planned', () => {
    const permit = (token: string, spender: string, units: bigint) =>
      log(PERMIT2, 'Approval(address,address,address,uint160,uint48)', [WALLET, token, spender], units, 9n)
    const payload = { ...PAYLOAD, permit2: { ...PAYLOAD.spend, kind: 'permit2' as const } }
    expect(judged(outcome(HONEST, [permit(USDC, ROUTER, 100_000_000n)]), { payload })).toMatchObject({
      within: 'arrival',
    })
    const refused = `${ROUTER} would be allowed to take ${USDC} by Permit2`
    expect(judged(outcome(HONEST, [permit(USDC, ROUTER, 100_000_001n)]), { payload })).toBe(refused)
    expect(judged(outcome(HONEST, [permit(USDC, ROUTER, 1n)]))).toBe(refused)
    expect(judged(outcome(HONEST, [permit(DAI, ROUTER, 1n)]), { payload })).toBe(
      `${ROUTER} would be allowed to take ${DAI} by Permit2`,
    )
  })

  it('that signs an order moves nothing, and allows the relayer of the order to take the amount', () => {
    const payload = {
      ...{ ...PAYLOAD, isSignedOrder: true, minimumReceived: DAI_100 },
      approval: { token: USDC, spender: OTHER, amount: 100_000_000n },
    }
    const signing = (gains: readonly bigint[], allowed: bigint, logs: readonly SimulatedLog[] = []) => {
      const simulation = outcome(gains, [approval(USDC, WALLET, OTHER, allowed), ...logs])
      const relayed = { owner: WALLET, token: USDC, spender: OTHER, before: 0n, after: allowed }
      return judged({ ...simulation, holdings: [...simulation.holdings, relayed] }, { payload })
    }
    expect(signing([0n, 0n, 0n], 100_000_000n)).toEqual({
      changes: [],
      warnings: ['Nothing moves in the transaction itself: it signs an order that others fill'],
      within: undefined,
      taxed: [],
    })
    expect(signing([0n, 0n, 0n], 100_000_001n)).toBe(`${OTHER} would be allowed to take ${USDC}`)
    expect(signing([0n, -1n, 0n], 100_000_000n)).toBe('what leaves the wallet is not the order that is signed')
    expect(signing([0n, -100_000_000n, DAI_100], 100_000_000n)).toBe(
      'what leaves the wallet is not the order that is signed',
    )
    expect(signing([-1n, 0n, 0n], 100_000_000n)).toMatch(/would leave the wallet/)
    expect(signing([0n, 0n, 0n], 100_000_000n, [transfer(DAI, WALLET, OTHER, 1n)])).toBe(
      `another token would leave the wallet: ${DAI}`,
    )
  })

  it('may cost what the chain takes for data on top of gas', () => {
    expect(judged(outcome([-7n, -100_000_000n, DAI_100]), { dataFee: 7n })).toMatchObject({ within: 'arrival' })
    expect(judged(outcome([-8n, -100_000_000n, DAI_100]), { dataFee: 7n })).toMatch(/^0\.0+8 ETH would leave/)
  })

  it('names the tokens that keep something of a transfer', () => {
    const taxedBy = (...logs: readonly SimulatedLog[]) => {
      const shown = judged(outcome(HONEST, logs))
      return typeof shown === 'string' ? shown : shown.taxed
    }
    expect(taxedBy(transfer(USDC, WALLET, ROUTER, 100_000_000n))).toEqual([])
    expect(taxedBy(transfer(USDC, WALLET, ROUTER, 60_000_000n), transfer(USDC, WALLET, OTHER, 40_000_000n))).toEqual([])
    expect(taxedBy(transfer(USDC, WALLET, ROUTER, 99_995_000n))).toEqual([])
    expect(taxedBy(transfer(USDC, WALLET, ROUTER, 98_000_000n))).toEqual(['USDC'])
    expect(taxedBy(transfer(USDC, WALLET, ROUTER, 98_000_000n), transfer(USDC, WALLET, USDC, 2_000_000n))).toEqual([
      'USDC',
    ])
    expect(taxedBy(transfer(DAI, ROUTER, WALLET, DAI_100 + DAI_100 / 50n))).toEqual(['DAI'])
  })
})
