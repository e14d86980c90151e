import { encodePacked, type Hex } from 'viem'
import { describe, expect, it, test } from 'vitest'
import type { Exec, Execution } from '../../../../src/core/api/documents.ts'
import { depositPayload, encodeApprove, readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { coinExec, tokenExec } from './attacks.ts'
import { dlnOrder, relayDeposit, spokeDeposit, thorDeposit } from './bridge-calls.ts'
import {
  DAI,
  DEPOSITORY,
  DLN_SOURCE,
  FIRST_ROUTER,
  PERMIT2,
  ROUTER,
  SPOKE_POOL,
  THOR_ROUTER,
  USDC,
  V2_ROUTER,
  WETH,
  ZERO,
} from './contracts.ts'
import { encode } from './encode.ts'
import { ALICE, BOB, BTC_BOB, MALLORY, NOW_MS, NOW_SEC } from './parties.ts'
import { abi, multicall, single, unwrap, unwrappingSwap } from './router-calls.ts'
import { BRIDGE_TERMS, BTC_TERMS, COIN_TERMS, TOKEN_TERMS, WETH_TERMS } from './terms.ts'
import { approve, permit2, STRANGE_CALL, transfer } from './token-calls.ts'

const HALF = 50_000_000_000_000_000n
const NO_DEADLINE = 'The swap has no deadline: mined late, it may pay no more than the least'
const LATER = Number(NOW_SEC) + 600
const VIA = '0x0000000000000000000000000000000000000002'
const UNKNOWN_CONTRACT = 'swapcli does not know this contract, so it may not do what the name of its function says'

describe('a payload', () => {
  test('is read whole: the call, its approval and what its calldata says', () => {
    expect(readPayload(tokenExec(ROUTER, multicall([single()])), WETH_TERMS, NOW_MS)).toEqual({
      chainId: 1,
      spend: { kind: 'call', to: ROUTER, data: multicall([single()]), value: 0n, description: 'multicall' },
      approval: { token: USDC, spender: ROUTER, amount: 100_000_000n },
      permit2: undefined,
      functionName: 'multicall',
      recipient: BOB,
      minimumReceived: HALF,
      deadlineSec: LATER,
      doubts: [],
      warnings: [],
    })
  })

  test('of which only the steps are there is taken from them, in clean words', () => {
    const data = single()
    const exec: Exec = {
      chainId: 1,
      allSteps: [
        { chainId: 1, to: USDC, data: approve(ROUTER, 0n), value: '0' },
        { chainId: 1, to: USDC, data: approve(ROUTER, 100_000_000n), value: '0' },
        { chainId: 1, to: ROUTER, data, description: 'Swap\u001b[2J it' },
        { type: 'signature', description: 'Sign\u202e this' },
      ],
    }
    expect(readPayload(exec, WETH_TERMS, NOW_MS)).toEqual({
      chainId: 1,
      spend: { kind: 'call', to: ROUTER, data, value: 0n, description: 'Swap\\u{1b}[2J it' },
      approval: { token: USDC, spender: ROUTER, amount: 100_000_000n },
      permit2: undefined,
      functionName: 'exactInputSingle',
      recipient: BOB,
      minimumReceived: HALF,
      deadlineSec: undefined,
      doubts: [],
      warnings: ['Skipped a step that is not a transaction: Sign\\u{202e} this', NO_DEADLINE],
    })
  })

  test('with Permit2 keeps its step, as a call that this program describes', () => {
    const data = permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 3600n)
    const steps = [{ to: PERMIT2, data, description: 'harmless' }]
    const { approval, permit2: call } = readPayload(
      tokenExec(ROUTER, single(), { approvalTarget: PERMIT2, allSteps: steps }),
      WETH_TERMS,
      NOW_MS,
    )
    expect({ approval, call }).toEqual({
      approval: { token: USDC, spender: PERMIT2, amount: 100_000_000n },
      call: { kind: 'permit2', to: PERMIT2, data, value: 0n, description: 'Allow the contract to take USDC for a day' },
    })
  })

  test('that only takes an approval back needs none', () => {
    const exec = tokenExec(ROUTER, single(), { approvalAmount: '0' })
    expect(readPayload(exec, WETH_TERMS, NOW_MS).approval).toBeUndefined()
  })

  test('in small letters is read with EIP-55 capitals', () => {
    const exec = tokenExec(ROUTER.toLowerCase(), single(), { approvalToken: USDC.toLowerCase() })
    const { spend, approval } = readPayload(exec, WETH_TERMS, NOW_MS)
    expect([spend.to, approval]).toEqual([ROUTER, { token: USDC, spender: ROUTER, amount: 100_000_000n }])
  })

  test.each([
    [
      'an unknown function',
      coinExec(ROUTER, STRANGE_CALL),
      '0xdeadbeef',
      "This contract's function is not known; who is paid cannot be read",
    ],
    [
      'a known function without its arguments',
      coinExec(ROUTER, single().slice(0, 74)),
      'exactInputSingle',
      'The arguments of exactInputSingle cannot be read, so neither can who is paid',
    ],
    [
      'a bare transfer',
      coinExec(MALLORY, '0x'),
      'transfer of the coin',
      `The money goes straight to ${MALLORY}; the payload does not show who owns it`,
    ],
  ])('warns of %s', (_name, exec, functionName, warning) => {
    expect(readPayload(exec, COIN_TERMS, NOW_MS)).toMatchObject({
      functionName,
      recipient: undefined,
      minimumReceived: undefined,
      warnings: [warning],
    })
  })

  test('warns of a contract that is not known, also where one that is hands the money to it', () => {
    const known = readPayload(tokenExec(MALLORY, single()), WETH_TERMS, NOW_MS)
    expect(known).toMatchObject({ recipient: BOB, warnings: [NO_DEADLINE, UNKNOWN_CONTRACT] })
  })

  test('warns where a contract passes the money on, and does not take it for the recipient', () => {
    const exec = tokenExec(SPOKE_POOL, spokeDeposit({ recipient: MALLORY, message: '0x01' }))
    expect(readPayload(exec, BRIDGE_TERMS, NOW_MS)).toMatchObject({
      recipient: undefined,
      minimumReceived: undefined,
      warnings: ['A contract on the destination chain passes the money on; its final recipient cannot be read'],
    })
  })

  test('refuses less than must arrive for a contract that passes it on, and weighs no other asset', () => {
    const passed = (changes: Parameters<typeof spokeDeposit>[0]) =>
      readPayload(tokenExec(SPOKE_POOL, spokeDeposit({ message: '0x01', ...changes })), BRIDGE_TERMS, NOW_MS)
    expect(() => passed({ outputAmount: 1n })).toThrow('accepts less than must arrive')
    expect(() => passed({ outputAmount: 1n, outputToken: ZERO })).toThrow('accepts less than must arrive')
    expect(passed({ outputToken: ZERO }).doubts.map(({ code }) => code)).toEqual(['passed-on'])
    expect(passed({ outputAmount: 1n, outputToken: DAI }).doubts.map(({ code }) => code)).toEqual([
      'opaque-call',
      'passed-on',
    ])
  })
})

const path = (...parts: readonly Hex[]): Hex =>
  encodePacked(
    parts.map((_, index) => (index % 2 === 0 ? 'address' : 'uint24')),
    parts.map((part, index) => (index % 2 === 0 ? part : Number(part))),
  )

describe('calldata is read as another encoder wrote it', () => {
  const amounts = { amountIn: 100_000_000n, amountOutMinimum: HALF }
  const along = { path: path(USDC, '0x1f4', DAI, '0xbb8', WETH), recipient: BOB, ...amounts } as const
  const back = {
    path: path(WETH, '0xbb8', USDC),
    recipient: BOB,
    amountOut: HALF,
    amountInMaximum: 100_000_000n,
  } as const
  const { router, firstRouter, pairs } = abi
  const sweep = encode(router, 'sweepToken', [WETH, HALF, BOB])
  const held = single({ recipient: VIA })
  const rows: readonly (readonly [string, Hex, router?: string])[] = [
    ['exactInputSingle', single()],
    ['exactInput', encode(router, 'exactInput', [along])],
    ['exactOutput', encode(router, 'exactOutput', [back])],
    [
      'exactOutputSingle',
      encode(router, 'exactOutputSingle', [
        { tokenIn: USDC, tokenOut: WETH, fee: 500, sqrtPriceLimitX96: 0n, ...back },
      ]),
    ],
    [
      'swapExactTokensForTokens',
      encode(router, 'swapExactTokensForTokens', [100_000_000n, HALF, [USDC, DAI, WETH], BOB]),
    ],
    ['swapTokensForExactTokens', encode(router, 'swapTokensForExactTokens', [HALF, 100_000_000n, [USDC, WETH], BOB])],
    ['multicall', encode(abi.plainMulticall, 'multicall', [[held, sweep]])],
    ['multicall', encode(abi.hashMulticall, 'multicall', [`0x${'ab'.repeat(32)}`, [single()]])],
    ['multicall', encode(abi.plainMulticall, 'multicall', [[multicall([single()])]])],
    [
      'multicall',
      // What the first swap leaves in the router is what the second one takes.
      multicall([
        single({ tokenOut: DAI, recipient: VIA, amountOutMinimum: 7n }),
        single({ tokenIn: DAI, amountIn: 0n }),
      ]),
    ],
    [
      'exactInputSingle',
      encode(firstRouter, 'exactInputSingle', [
        {
          tokenIn: USDC,
          tokenOut: WETH,
          fee: 500,
          recipient: BOB,
          deadline: NOW_SEC + 600n,
          sqrtPriceLimitX96: 0n,
          ...amounts,
        },
      ]),
      FIRST_ROUTER,
    ],
    [
      'swapExactTokensForTokens',
      encode(pairs, 'swapExactTokensForTokens', [100_000_000n, HALF, [USDC, WETH], BOB, NOW_SEC + 600n]),
      V2_ROUTER,
    ],
  ]
  test.each(rows.map(([name, data, router = ROUTER]) => ({ name, data, router })))(
    '$name',
    ({ name, data, router }) => {
      expect(readPayload(tokenExec(router, data), WETH_TERMS, NOW_MS)).toMatchObject({
        functionName: name,
        recipient: BOB,
        minimumReceived: HALF,
        doubts: [],
      })
    },
  )

  test('a swap without a deadline says so, one with a deadline does not', () => {
    const warningsOf = (data: Hex) => readPayload(tokenExec(ROUTER, data), WETH_TERMS, NOW_MS).warnings
    expect(warningsOf(single())).toEqual([NO_DEADLINE])
    expect(warningsOf(multicall([single()]))).toEqual([])
  })

  test.each([
    ['multicall', unwrappingSwap({}, unwrap(BOB, HALF + 1n)), HALF + 1n, ROUTER],
    [
      'swapExactTokensForETH',
      encode(pairs, 'swapExactTokensForETH', [100_000_000n, HALF, [USDC, WETH], BOB, NOW_SEC + 600n]),
      HALF,
      V2_ROUTER,
    ],
  ])('%s into the coin', (functionName, data, minimumReceived, router) => {
    expect(readPayload(tokenExec(router, data), TOKEN_TERMS, NOW_MS)).toMatchObject({
      functionName,
      recipient: BOB,
      minimumReceived,
      deadlineSec: LATER,
    })
  })

  test('the coin into a token', () => {
    const data = encode(pairs, 'swapExactETHForTokens', [2_000_000_000n, [WETH, USDC], BOB, NOW_SEC + 600n])
    expect(readPayload(coinExec(V2_ROUTER, data), COIN_TERMS, NOW_MS)).toMatchObject({
      functionName: 'swapExactETHForTokens',
      recipient: BOB,
      minimumReceived: 2_000_000_000n,
    })
  })

  test('wrapping and unwrapping the coin pays the sender', () => {
    const own = { ...COIN_TERMS, recipient: ALICE }
    const toWeth = {
      ...own,
      dst: { ...COIN_TERMS.dst, address: WETH, symbol: 'WETH', decimals: 18, minimumOut: 10n ** 18n },
    }
    const fromWeth = {
      ...own,
      src: { ...COIN_TERMS.src, address: WETH, symbol: 'WETH', isNative: false },
      dst: { ...TOKEN_TERMS.dst, minimumOut: 10n ** 18n },
    }
    const withdraw = `0x2e1a7d4d${(10n ** 18n).toString(16).padStart(64, '0')}`
    const unwrapping = { chainId: 1, providerTarget: WETH, providerCalldata: withdraw, value: '0' }
    const read = { recipient: ALICE, minimumReceived: 10n ** 18n, warnings: [] }
    expect(readPayload(coinExec(WETH, '0xd0e30db0'), toWeth, NOW_MS)).toMatchObject({
      functionName: 'deposit',
      ...read,
    })
    expect(readPayload(unwrapping, fromWeth, NOW_MS)).toMatchObject({ functionName: 'withdraw', ...read })
    const refused = (exec: Exec, terms: PayTerms, why: string) =>
      expect(() => readPayload(exec, terms, NOW_MS)).toThrow(why)
    const deposit = coinExec(WETH, '0xd0e30db0')
    refused(deposit, { ...toWeth, recipient: BOB }, 'its calldata pays another recipient')
    refused({ ...deposit, value: '999999999999999999' }, toWeth, 'its value is below the amount')
    refused({ ...deposit, value: '1000000000000000001' }, toWeth, 'its value is above the amount')
    refused(coinExec(DAI, '0xd0e30db0'), toWeth, "at a contract that is not the chain's wrapped coin")
    const toDai = { ...toWeth, dst: { ...toWeth.dst, address: DAI, symbol: 'DAI' } }
    refused(coinExec(DAI, '0xd0e30db0'), toDai, "at a contract that is not the chain's wrapped coin")
    refused(deposit, toDai, 'its calldata pays out an asset other than DAI')

    refused(unwrapping, { ...fromWeth, recipient: BOB }, 'its calldata pays another recipient')
    refused({ ...unwrapping, value: '1' }, fromWeth, 'its value is above the amount')
    refused({ ...unwrapping, providerTarget: DAI }, fromWeth, 'its calldata takes another token')
    const fromDai = { ...fromWeth, src: { ...fromWeth.src, address: DAI, symbol: 'DAI' } }
    refused({ ...unwrapping, providerTarget: DAI }, fromDai, "at a contract that is not the chain's wrapped coin")
    refused(unwrapping, { ...fromWeth, dst: toDai.dst }, 'its calldata pays out an asset other than DAI')
    const less = `0x2e1a7d4d${(10n ** 18n - 1n).toString(16).padStart(64, '0')}`
    refused(
      { ...unwrapping, providerCalldata: less },
      fromWeth,
      'it moves an amount of the token that was not agreed to',
    )
  })

  test('wrapping on a chain whose wrapped coin is not known is doubtful', () => {
    const elsewhere = { ...COIN_TERMS.src, chainKey: 'somewhere' }
    const terms: PayTerms = {
      ...COIN_TERMS,
      src: elsewhere,
      dst: {
        ...COIN_TERMS.dst,
        chainKey: 'somewhere',
        address: WETH,
        symbol: 'WETH',
        decimals: 18,
        minimumOut: 10n ** 18n,
      },
      recipient: ALICE,
    }
    expect(readPayload(coinExec(WETH, '0xd0e30db0'), terms, NOW_MS).doubts).toEqual([
      { code: 'opaque-call', text: 'Whether this contract is the wrapped coin of the chain is not known' },
    ])
  })

  test.each([
    ['depositV3', tokenExec(SPOKE_POOL, spokeDeposit()), BRIDGE_TERMS, BOB, 99_500_000n, Number(NOW_SEC) + 3600, []],
    ['createSaltedOrder', tokenExec(DLN_SOURCE, dlnOrder()), BRIDGE_TERMS, BOB, 99_500_000n, undefined, []],
    [
      'depositWithExpiry',
      coinExec(THOR_ROUTER, thorDeposit(`=:BTC.BTC:${BTC_BOB}/${ALICE}:31e5/1/0`)),
      BTC_TERMS,
      BTC_BOB,
      3_100_000n,
      Number(NOW_SEC) + 900,
      [
        {
          code: 'vault',
          text: `The money goes to the vault ${DAI}; whether it is one of the network cannot be read`,
        } as const,
      ],
    ],
  ])('%s', (functionName, exec, terms, recipient, minimumReceived, deadlineSec, doubts) => {
    expect(readPayload(exec, terms, NOW_MS)).toMatchObject({
      functionName,
      recipient,
      minimumReceived,
      deadlineSec,
      doubts,
      warnings: doubts.map(({ text }) => text),
    })
  })

  test('an order that Relay knows by its number does not say who is paid', () => {
    const data = relayDeposit(ALICE)
    expect(readPayload(tokenExec(DEPOSITORY, data), BRIDGE_TERMS, NOW_MS)).toMatchObject({
      functionName: 'depositErc20',
      recipient: undefined,
      warnings: ['The call names an order by its number only; who is paid cannot be read'],
    })
  })
})

describe('a deposit', () => {
  const side = { formatted: '', currency: '', usd: '' }
  const execution = (changes: Partial<Execution>): Execution => ({
    provider: 'ANY',
    lockId: 'lock_1',
    providerResult: { depositAddress: BOB },
    quote: {
      src: side,
      dst: side,
      steps: [],
      fees: { total: { usd: '', formatted: '' }, items: [] },
      estimatedTime: 60,
    },
    ...changes,
  })

  it('of a token is a transfer of exactly the amount', () => {
    expect(depositPayload(execution({}), TOKEN_TERMS, NOW_MS)).toEqual({
      chainId: 1,
      spend: {
        kind: 'transfer',
        to: USDC,
        data: transfer(BOB, 100_000_000n),
        value: 0n,
        description: `Send USDC to the deposit address ${BOB}`,
      },
      approval: undefined,
      permit2: undefined,
      functionName: 'transfer',
      recipient: undefined,
      minimumReceived: undefined,
      deadlineSec: undefined,
      doubts: [{ code: 'deposit', text: `Nothing shows who owns the deposit address ${BOB}`, isPromise: true }],
      warnings: [],
    })
  })

  it('of a coin is its amount and no calldata, and keeps its time', () => {
    const until = new Date(NOW_MS + 60_000).toISOString()
    const { spend, deadlineSec } = depositPayload(
      execution({ exec: { meta: { depositAddress: BOB, depositBefore: until, walletExecution: false } } }),
      COIN_TERMS,
      NOW_MS,
    )
    expect({ spend, deadlineSec }).toEqual({
      spend: {
        kind: 'transfer',
        to: BOB,
        data: '0x',
        value: 10n ** 18n,
        description: `Send ETH to the deposit address ${BOB}`,
      },
      deadlineSec: Number(NOW_SEC) + 60,
    })
  })

  it.each<[string, Partial<Execution>, string]>([
    [
      'a memo',
      { providerResult: { depositAddress: BOB, depositMemo: '7' } },
      'its deposit needs a memo, which this wallet does not send',
    ],
    [
      'a memo beside it',
      { exec: { meta: { memo: '=:b:x' } } },
      'its deposit needs a memo, which this wallet does not send',
    ],
    ['no address', { providerResult: {} }, 'it has no deposit address'],
    [
      'an address of another chain',
      { providerResult: { depositAddress: BTC_BOB } },
      'the deposit address is not an address',
    ],
    [
      'the zero address',
      { providerResult: { depositAddress: `0x${'0'.repeat(40)}` } },
      'the deposit address is the zero address',
    ],
    ['the user', { providerResult: { depositAddress: ALICE } }, 'the deposit address is your own address'],
    ['the token', { providerResult: { depositAddress: USDC } }, 'the deposit address is the token itself'],
    ['two addresses', { exec: { providerTarget: MALLORY } }, 'it has two different deposit addresses'],
    ['another chain', { exec: { chainId: 10 } }, 'it is for chain 10, not 1'],
    ['another token', { exec: { srcToken: DAI } }, `it spends the token ${DAI}`],
    ['another amount', { exec: { srcAmount: '1' } }, 'it spends 1 base units, not 100000000'],
    ['a value', { exec: { value: '1' } }, 'its value is not the amount'],
    ['calldata', { exec: { providerCalldata: STRANGE_CALL } }, 'its deposit calls a contract'],
    ['steps', { exec: { allSteps: [{}] } }, 'its deposit has steps of its own'],
    [
      'a time that has passed',
      { providerResult: { depositAddress: BOB, depositBefore: new Date(NOW_MS).toISOString() } },
      'its deposit address has expired',
    ],
  ])('with %s is refused', (_name, changes, why) => {
    expect(() => depositPayload(execution(changes), TOKEN_TERMS, NOW_MS)).toThrow(
      `The provider's payload is not what was agreed: ${why}`,
    )
  })
})

test('an approval is encoded as another encoder does it', () => {
  expect(encodeApprove(ROUTER, 2n ** 200n)).toBe(approve(ROUTER, 2n ** 200n))
  expect(encodeApprove(ROUTER, 0n)).toBe(approve(ROUTER, 0n))
})
