import { encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import {
  abi,
  ALICE,
  approve,
  BOB,
  BRIDGE_TERMS,
  BTC_BOB,
  BTC_TERMS,
  COIN_TERMS,
  coinExec,
  DAI,
  DEPOSITORY,
  DLN_SOURCE,
  dlnOrder,
  MALLORY,
  multicall,
  NOW_MS,
  NOW_SEC,
  PERMIT2,
  permit2,
  ROUTER,
  single,
  SPOKE_POOL,
  spokeDeposit,
  STRANGE_CALL,
  THOR_ROUTER,
  thorDeposit,
  TOKEN_TERMS,
  tokenExec,
  transfer,
  unwrap,
  unwrappingSwap,
  USDC,
  WETH,
  WETH_TERMS,
  words,
  ZERO,
  reasonOf,
  refused,
} from './payload-cases.ts'

/** A payload that must be refused, why, and its honest neighbour: the smallest change that makes it acceptable. */
interface Attack {
  readonly name: string
  readonly terms: PayTerms
  readonly attack: Exec
  readonly why: string
  readonly neighbour: Exec
}

const honest = tokenExec(ROUTER, STRANGE_CALL)
const honestCoin = coinExec(ROUTER, STRANGE_CALL)
const attack = (name: string, attack: Exec, why: string, neighbour = honest, terms = TOKEN_TERMS): Attack => ({
  name,
  terms,
  attack,
  why,
  neighbour,
})
const coinAttack = (name: string, changed: Exec, why: string, neighbour = honestCoin) =>
  attack(name, changed, why, neighbour, COIN_TERMS)
const step = (to: string, data: string, value = '0') => ({ type: 'call', chainId: 1, to, data, value })
const without = (exec: Exec, ...keys: readonly (keyof Exec)[]): Exec =>
  Object.fromEntries(Object.entries(exec).filter(([key]) => !keys.some((left) => left === key)))
const bare = without(honest, 'approvalTarget', 'approvalToken', 'approvalAmount')
const swapOf = (data: string) => tokenExec(ROUTER, data)
const routerCall = (functionName: 'pull' | 'sweepToken', token: `0x${string}`, third: bigint, to: `0x${string}`) =>
  functionName === 'pull'
    ? encodeFunctionData({ abi: abi.router, functionName, args: [token, third] })
    : encodeFunctionData({ abi: abi.router, functionName, args: [token, third, to] })

const fields: readonly Attack[] = [
  attack('another chain', { ...honest, chainId: 137 }, 'it is for chain 137, not 1'),
  attack('no chain', without(honest, 'chainId'), 'it names no chain'),
  attack('null as chain', { ...honest, chainId: null }, 'it names no chain'),
  attack('another token', { ...honest, srcToken: DAI }, `it spends the token ${DAI}`),
  attack('another amount', { ...honest, srcAmount: '100000001' }, 'it spends 100000001 base units, not 100000000'),
  attack(
    'an amount with an exponent',
    { ...honest, srcAmount: '1e8' },
    'its source amount is not a whole number of base units',
  ),
  attack(
    'an amount with a sign',
    { ...honest, approvalAmount: '-1' },
    'the amount to approve is not a whole number of base units',
  ),
  attack('a value with a point', { ...honest, value: '1.5e9' }, 'its value is not a whole number of base units'),
  attack('a value of 80 digits', { ...honest, value: '1'.repeat(80) }, 'its value is not a whole number of base units'),
  attack(
    'a value above 256 bits',
    { ...honest, value: '9'.repeat(78) },
    'its value is not a whole number of base units',
  ),
  attack('a target that is no address', { ...honest, providerTarget: 'vitalik.eth' }, 'its target is not an address'),
  attack(
    'a target whose capitals are wrong',
    { ...honest, providerTarget: ROUTER.replace('fc45', 'Fc45').replace('Fc45', 'fC45') },
    'the capitals of its target break its EIP-55 checksum',
  ),
  attack('the zero address as target', { ...honest, providerTarget: ZERO }, 'its target is the zero address'),
  attack(
    'a precompile as target',
    { ...honest, providerTarget: `0x${'0'.repeat(39)}4` },
    'its target is an address of the chain itself',
  ),
  attack('the user as target', { ...honest, providerTarget: ALICE }, 'its target is your own address'),
  attack('the token as target', tokenExec(USDC, STRANGE_CALL), 'it calls the token itself'),
  attack('no call at all', without(honest, 'providerTarget', 'providerCalldata'), 'it has no call', {
    ...without(honest, 'providerTarget', 'providerCalldata'),
    allSteps: [step(ROUTER, STRANGE_CALL)],
  }),
  attack('calldata without target', without(honest, 'providerTarget'), 'its calldata has no target'),
  attack('calldata that is no hex', { ...honest, providerCalldata: '0xzzzz' }, 'its calldata is not hex'),
  attack(
    'an odd number of digits',
    { ...honest, providerCalldata: `${STRANGE_CALL}0` },
    'its calldata has an odd number of digits',
  ),
  attack(
    '70 kB of calldata',
    { ...honest, providerCalldata: `0x${'00'.repeat(70_000)}` },
    'its calldata is longer than 64 KiB',
    {
      ...honest,
      providerCalldata: `0xdeadbeef${'00'.repeat(60_000)}`,
    },
  ),
  attack(
    'three bytes of calldata',
    { ...honest, providerCalldata: '0xdeadbe' },
    'its calldata is shorter than the name of a function',
  ),
  attack('a token call without function', { ...honest, providerCalldata: '0x' }, 'its call has no function'),
  attack('a coin beside a token', { ...honest, value: '1' }, 'its value is above the amount and the stated fees'),
  coinAttack(
    'a value above amount and fees',
    { ...honestCoin, value: '1000000000000000001' },
    'its value is above the amount and the stated fees',
  ),
  coinAttack(
    'a value below the amount',
    { ...honestCoin, value: '999999999999999999' },
    'its value is below the amount',
  ),
  coinAttack('no value for a coin', without(honestCoin, 'value'), 'its value is below the amount'),
  attack(
    'a deposit that pretends to be a call',
    { ...honest, meta: { walletExecution: false } },
    'it is a deposit, not a call for a wallet',
    {
      ...honest,
      meta: { walletExecution: true },
    },
  ),
]

const approvals: readonly Attack[] = [
  attack(
    'an approval without limit',
    { ...honest, approvalAmount: (2n ** 256n - 1n).toString() },
    'it asks to approve more than the amount',
  ),
  attack(
    'an approval of one unit more',
    { ...honest, approvalAmount: '100000001' },
    'it asks to approve more than the amount',
  ),
  attack(
    'an approval of another token',
    { ...honest, approvalToken: DAI },
    'it asks to approve a token other than USDC',
  ),
  attack(
    'an approval for another contract',
    { ...honest, approvalTarget: MALLORY },
    'it asks to approve a contract that it does not call',
  ),
  attack(
    'an approval for the user',
    { ...honest, approvalTarget: ALICE },
    'the contract to approve is your own address',
  ),
  attack('an approval without contract', without(honest, 'approvalTarget'), 'its approval names no spender'),
  coinAttack(
    'an approval for a coin',
    { ...honestCoin, approvalTarget: ROUTER, approvalToken: USDC, approvalAmount: '1' },
    'it asks to approve a native coin',
  ),
  coinAttack(
    'an approval for a coin without token',
    { ...honestCoin, approvalTarget: ROUTER },
    'it asks to approve a native coin',
  ),
  attack(
    'an approval step without limit',
    { ...honest, allSteps: [step(USDC, approve(ROUTER, 2n ** 256n - 1n))] },
    'it asks to approve more than the amount',
    {
      ...honest,
      allSteps: [step(USDC, approve(ROUTER, 100_000_000n))],
    },
  ),
  attack(
    'an approval step for somebody else',
    { ...honest, allSteps: [step(USDC, approve(MALLORY, 100_000_000n))] },
    'it asks to approve two contracts',
  ),
  attack(
    'an approval step of another token',
    { ...bare, allSteps: [step(DAI, approve(ROUTER, 1n)), step(ROUTER, STRANGE_CALL)] },
    'it asks to approve a token other than USDC',
  ),
  attack(
    'an approval step with an unknown address appended',
    { ...bare, allSteps: [step(USDC, `${approve(ROUTER, 1n)}${'0'.repeat(24)}${MALLORY.slice(2)}`)] },
    'the calldata of its approval does not approve anything',
    {
      ...bare,
      allSteps: [step(USDC, approve(ROUTER, 1n))],
    },
  ),
  attack(
    'an approval step that says less than the fields',
    { ...honest, allSteps: [step(USDC, approve(ROUTER, 99n))] },
    'its steps and its fields differ in the approval',
  ),
  attack(
    'an approval after the call',
    { ...honest, allSteps: [step(ROUTER, STRANGE_CALL), step(USDC, approve(ROUTER, 100_000_000n))] },
    'it asks for an approval after the call',
    {
      ...honest,
      allSteps: [step(USDC, approve(ROUTER, 100_000_000n)), step(ROUTER, STRANGE_CALL)],
    },
  ),
  attack(
    'an approval that a transfer does not need',
    { ...tokenExec(USDC, transfer(DAI, 100_000_000n)), approvalTarget: MALLORY },
    'it asks for an approval that its call does not need',
    {
      ...bare,
      providerTarget: USDC,
      providerCalldata: transfer(DAI, 100_000_000n),
    },
  ),
  attack(
    'Permit2 approved for whoever comes',
    { ...honest, approvalTarget: PERMIT2 },
    'it asks to approve Permit2, but names nobody who may take from there',
    {
      ...honest,
      approvalTarget: PERMIT2,
      allSteps: [step(PERMIT2, permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 3600n))],
    },
  ),
  ...(
    [
      [
        'Permit2 for longer than a day',
        permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 86_401n),
        'it asks Permit2 for longer than a day',
      ],
      [
        'Permit2 for more than the amount',
        permit2(USDC, ROUTER, 100_000_001n, NOW_SEC + 60n),
        'it asks Permit2 for more than the amount',
      ],
      ['Permit2 for another token', permit2(DAI, ROUTER, 1n, NOW_SEC + 60n), 'it asks Permit2 for another token'],
      [
        'Permit2 for another contract',
        permit2(USDC, MALLORY, 1n, NOW_SEC + 60n),
        'it asks Permit2 to approve a contract that it does not call',
      ],
    ] as const
  ).map(([name, data, why]) =>
    attack(name, { ...honest, approvalTarget: PERMIT2, allSteps: [step(PERMIT2, data)] }, why, {
      ...honest,
      approvalTarget: PERMIT2,
      allSteps: [step(PERMIT2, permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 86_400n))],
    }),
  ),
]

const steps: readonly Attack[] = [
  attack(
    'a second step that spends',
    { ...honest, allSteps: [step(ROUTER, STRANGE_CALL), step(MALLORY, STRANGE_CALL)] },
    'its steps spend more than once',
    {
      ...honest,
      allSteps: [step(ROUTER, STRANGE_CALL)],
    },
  ),
  attack(
    'the same call twice',
    { ...honest, allSteps: [step(ROUTER, STRANGE_CALL), step(ROUTER, STRANGE_CALL)] },
    'its steps spend more than once',
  ),
  attack(
    'a step with another target',
    { ...honest, allSteps: [step(MALLORY, STRANGE_CALL)] },
    'its steps and its fields differ in the target',
  ),
  attack(
    'a step with other calldata',
    { ...honest, allSteps: [step(ROUTER, `${STRANGE_CALL}00`)] },
    'its steps and its fields differ in the calldata',
  ),
  attack(
    'a step with a value of its own',
    { ...honest, allSteps: [step(ROUTER, STRANGE_CALL, '1')] },
    'its steps and its fields differ in the value',
  ),
  attack(
    'a step on another chain',
    { ...honest, allSteps: [{ ...step(ROUTER, STRANGE_CALL), chainId: 10 }] },
    'a step is for another chain',
  ),
  attack(
    'a step for another wallet',
    { ...honest, allSteps: [{ ...step(ROUTER, STRANGE_CALL), from: MALLORY }] },
    'a step is from another wallet',
    {
      ...honest,
      allSteps: [{ ...step(ROUTER, STRANGE_CALL), from: ALICE }],
    },
  ),
  attack(
    'eleven steps',
    { ...honest, allSteps: Array.from({ length: 11 }, () => ({ type: 'note' })) },
    'it has more than 10 steps',
    {
      ...honest,
      allSteps: Array.from({ length: 10 }, () => ({ type: 'note' })),
    },
  ),
  attack(
    'a step with calldata and no target',
    { ...honest, allSteps: [{ data: STRANGE_CALL }] },
    'the target of a step is not an address',
  ),
]

const holdings: readonly Attack[] = (
  [
    ['transfer', transfer(MALLORY, 100_000_000n)],
    ['transferFrom', words('0x23b872dd', BigInt(ALICE), BigInt(MALLORY), 1n)],
    ['approve', approve(MALLORY, 1n)],
    ['increaseAllowance', words('0x39509351', BigInt(MALLORY), 1n)],
    ['setApprovalForAll', words('0xa22cb465', BigInt(MALLORY), 1n)],
    ['permit', words('0xd505accf', BigInt(ALICE), BigInt(MALLORY), 1n, 1n, 27n, 1n, 1n)],
    ['safeTransferFrom', words('0x42842e0e', BigInt(ALICE), BigInt(MALLORY), 1n)],
    ['transferAndCall', words('0x1296ee62', BigInt(MALLORY), 1n)],
  ] as const
).map(([name, data]) =>
  name === 'approve'
    ? attack(
        'approve of another token as the call',
        { ...bare, providerTarget: DAI, providerCalldata: data },
        'its call is approve, which moves or exposes other holdings',
      )
    : attack(
        `${name} of another token`,
        tokenExec(DAI, data),
        `its call is ${name}, which moves or exposes other holdings`,
      ),
)

const tokenCalls: readonly Attack[] = [
  attack(
    'a transfer of more than the amount',
    { ...bare, providerTarget: USDC, providerCalldata: transfer(DAI, 100_000_001n) },
    'it moves an amount of the token that was not agreed to',
    {
      ...bare,
      providerTarget: USDC,
      providerCalldata: transfer(DAI, 100_000_000n),
    },
  ),
  attack(
    'a transfer to oneself',
    { ...bare, providerTarget: USDC, providerCalldata: transfer(ALICE, 100_000_000n) },
    'the address that gets the token is your own address',
  ),
  attack(
    'a transfer to nobody',
    { ...bare, providerTarget: USDC, providerCalldata: transfer(ZERO, 100_000_000n) },
    'the address that gets the token is the zero address',
  ),
  attack('a call of Permit2', tokenExec(PERMIT2, STRANGE_CALL), 'it calls Permit2, which can move every token'),
]

const swapAttack = (name: string, data: string, why: string, neighbour = single(), terms = WETH_TERMS) =>
  attack(name, swapOf(data), why, swapOf(neighbour), terms)
const coinOut = unwrappingSwap()
const coinOutAttack = (name: string, data: string, why: string) => swapAttack(name, data, why, coinOut, TOKEN_TERMS)

const routers: readonly Attack[] = [
  swapAttack('a swap for somebody else', single({ recipient: MALLORY }), 'its calldata pays another recipient'),
  swapAttack(
    'a swap for the sender, who is not the recipient',
    single({ recipient: '0x0000000000000000000000000000000000000001' }),
    'its calldata pays another recipient',
  ),
  swapAttack(
    'a swap of more than the amount',
    single({ amountIn: 100_000_001n }),
    'its calldata takes more than the amount',
  ),
  swapAttack('a swap of another token', single({ tokenIn: DAI }), 'its calldata takes another token'),
  swapAttack('a swap into another token', single({ tokenOut: DAI }), 'its calldata pays out an asset other than WETH'),
  swapAttack(
    'a swap that accepts less',
    single({ amountOutMinimum: 49_999_999_999_999_999n }),
    'its calldata accepts less than the lock promises, 0.05 WETH',
  ),
  swapAttack(
    'a deadline that has passed',
    multicall([single()], NOW_SEC),
    'its deadline has passed',
    multicall([single()], NOW_SEC + 1n),
  ),
  swapAttack(
    'a swap that leaves its outcome in the router',
    multicall([single({ recipient: '0x0000000000000000000000000000000000000002' })]),
    'it leaves what it buys in the router, where anybody can take it',
    multicall([single()]),
  ),
  swapAttack(
    'a swap in many parts',
    multicall([single(), single({ tokenOut: DAI })]),
    'it pays out more than one asset',
    multicall([single()]),
  ),
  swapAttack(
    'two swaps that take the amount twice',
    multicall([single(), single()]),
    'its calldata takes more than the amount',
    multicall([single({ amountIn: 50_000_000n }), single({ amountIn: 50_000_000n })]),
  ),
  swapAttack(
    'a call of another contract among swaps',
    multicall([single(), encodeFunctionData({ abi: abi.router, functionName: 'callPositionManager', args: ['0x'] })]),
    'it hides a call among others that is no part of a swap',
    multicall([single()]),
  ),
  swapAttack(
    'a pull of another token among swaps',
    multicall([single(), routerCall('pull', DAI, 5n, MALLORY)]),
    'its calldata takes another token',
    multicall([single()]),
  ),
  swapAttack(
    'a rest for somebody else',
    multicall([single(), routerCall('sweepToken', USDC, 0n, MALLORY)]),
    'its calldata lets another wallet take refunds or change the order',
    multicall([single(), routerCall('sweepToken', USDC, 0n, ALICE)]),
  ),
  swapAttack(
    'a swap on the source chain where the money is to arrive elsewhere',
    single(),
    'its calldata pays out on the source chain',
    STRANGE_CALL,
    { ...WETH_TERMS, dst: { ...WETH_TERMS.dst, chainKey: 'base' } },
  ),
  coinOutAttack(
    'an unwrapping for somebody else',
    unwrappingSwap({}, unwrap(MALLORY)),
    'its calldata pays another recipient',
  ),
  coinOutAttack(
    'an unwrapping that accepts less',
    unwrappingSwap({}, unwrap(BOB, 1n)),
    'its calldata accepts less than the lock promises, 0.05 ETH',
  ),
  coinOutAttack(
    'the wrapped coin where the coin was agreed',
    single(),
    'its calldata pays out an asset other than ETH',
  ),
  coinOutAttack(
    'a fee for somebody out of the promised minimum',
    unwrappingSwap(
      {},
      encodeFunctionData({
        abi: abi.router,
        functionName: 'unwrapWETH9WithFee',
        args: [50_000_000_000_000_000n, BOB, 100n, MALLORY],
      }),
    ),
    'its calldata accepts less than the lock promises, 0.05 ETH',
  ),
  attack(
    'a token taken by an old allowance beside a coin',
    coinExec(ROUTER, single({ tokenIn: DAI, tokenOut: USDC, amountIn: 10n ** 18n, amountOutMinimum: 2_000_000_000n })),
    'its calldata takes another token',
    coinExec(ROUTER, single({ tokenIn: WETH, tokenOut: USDC, amountIn: 10n ** 18n, amountOutMinimum: 2_000_000_000n })),
    COIN_TERMS,
  ),
]

const bridge = (name: string, data: string, why: string) =>
  attack(name, tokenExec(SPOKE_POOL, data), why, tokenExec(SPOKE_POOL, spokeDeposit()), BRIDGE_TERMS)
const order = (name: string, changes: Parameters<typeof dlnOrder>[0], why: string) =>
  attack(name, tokenExec(DLN_SOURCE, dlnOrder(changes)), why, tokenExec(DLN_SOURCE, dlnOrder()), BRIDGE_TERMS)
const memo = (name: string, data: string, why: string) =>
  attack(
    name,
    coinExec(THOR_ROUTER, data),
    why,
    coinExec(THOR_ROUTER, thorDeposit(`=:BTC.BTC:${BTC_BOB}:3000000`)),
    BTC_TERMS,
  )
const depository = (depositor: `0x${string}`) =>
  encodeFunctionData({
    abi: abi.depository,
    functionName: 'depositErc20',
    args: [depositor, USDC, 100_000_000n, `0x${'12'.repeat(32)}`],
  })

const bridges: readonly Attack[] = [
  bridge(
    'a bridge that pays somebody else',
    spokeDeposit({ recipient: MALLORY }),
    'its calldata pays another recipient',
  ),
  bridge(
    'a bridge that refunds somebody else',
    spokeDeposit({ depositor: MALLORY }),
    'its calldata lets another wallet take refunds or change the order',
  ),
  bridge(
    'a bridge that refunds nobody',
    spokeDeposit({ depositor: ZERO }),
    'its calldata lets another wallet take refunds or change the order',
  ),
  bridge(
    'a bridge into another token',
    spokeDeposit({ outputToken: MALLORY }),
    'its calldata pays out an asset other than USDC',
  ),
  bridge(
    'a bridge that accepts less',
    spokeDeposit({ outputAmount: 98_999_999n }),
    'its calldata accepts less than the lock promises, 99 USDC',
  ),
  bridge(
    'a bridge that takes more',
    spokeDeposit({ inputAmount: 100_000_001n }),
    'its calldata takes more than the amount',
  ),
  bridge(
    'a bridge to another chain',
    spokeDeposit({ destinationChainId: 10n }),
    'its calldata pays out on chain 10, not 8453',
  ),
  order('an order for another chain', { takeChainId: 56n }, 'its calldata pays out on chain 56, not 8453'),
  bridge('a bridge that has run out', spokeDeposit({ fillDeadline: NOW_SEC }), 'its deadline has passed'),
  order('an order for somebody else', { receiverDst: MALLORY }, 'its calldata pays another recipient'),
  order('an order into another token', { takeTokenAddress: MALLORY }, 'its calldata pays out an asset other than USDC'),
  order(
    'an order that somebody else may cancel',
    { orderAuthorityAddressDst: MALLORY },
    'its calldata lets another wallet take refunds or change the order',
  ),
  order(
    'an order that somebody else may lower',
    { givePatchAuthoritySrc: MALLORY },
    'its calldata lets another wallet take refunds or change the order',
  ),
  order(
    'an order whose refund goes elsewhere',
    { allowedCancelBeneficiarySrc: MALLORY },
    'its calldata lets another wallet take refunds or change the order',
  ),
  order('an order that accepts less', { takeAmount: 1n }, 'its calldata accepts less than the lock promises, 99 USDC'),
  memo(
    'a memo for somebody else',
    thorDeposit('=:BTC.BTC:bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3:3000000'),
    'its memo pays another recipient',
  ),
  memo(
    'a memo that refunds somebody else',
    thorDeposit(`=:BTC.BTC:${BTC_BOB}/${MALLORY}:3000000`),
    'its memo refunds another wallet',
  ),
  memo('a memo for another asset', thorDeposit(`=:DOGE.DOGE:${BTC_BOB}:3000000`), 'its memo is for another asset'),
  memo(
    'a memo that accepts less',
    thorDeposit(`=:b:${BTC_BOB}:2999999`),
    'its calldata accepts less than the lock promises, 0.03 BTC',
  ),
  memo(
    'a memo without limit',
    thorDeposit(`=:b:${BTC_BOB}`),
    'its calldata accepts less than the lock promises, 0.03 BTC',
  ),
  memo('a memo that gives money away', thorDeposit('DONATE:BTC.BTC'), 'its memo is not a swap'),
  memo(
    'a deposit of more than the amount',
    thorDeposit(`=:b:${BTC_BOB}:3e6`, { amount: 10n ** 18n + 1n }),
    'its calldata takes more than the amount',
  ),
  attack(
    'a deposit on behalf of somebody else',
    tokenExec(DEPOSITORY, depository(MALLORY)),
    'its calldata lets another wallet take refunds or change the order',
    tokenExec(DEPOSITORY, depository(ALICE)),
    BRIDGE_TERMS,
  ),
]

const FEE_TERMS: PayTerms = { ...TOKEN_TERMS, nativeOnTop: 5n }
const paying = (data: string) => ({ ...bare, providerTarget: USDC, providerCalldata: data })
const permitStep = step(PERMIT2, permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 60n))
const withPermit = { ...honest, approvalTarget: PERMIT2, allSteps: [permitStep] }

const rests: readonly Attack[] = [
  attack(
    'an amount that is a number',
    Object.assign({}, honest, { srcAmount: 100000000 }),
    'one of its fields has a type that the API does not have',
  ),
  attack(
    'a coin for the token, even one that fees would allow',
    { ...paying(transfer(DAI, 100_000_000n)), value: '5' },
    'it sends the coin to the token',
    { ...honest, value: '5' },
    FEE_TERMS,
  ),
  attack(
    'a coin for Permit2',
    { ...withPermit, allSteps: [{ ...permitStep, value: '5' }] },
    'it sends the coin to Permit2',
    { ...withPermit, value: '5' },
    FEE_TERMS,
  ),
  attack(
    'a coin for an approval',
    { ...honest, allSteps: [step(USDC, approve(ROUTER, 100_000_000n), '5')] },
    'its approval carries a value',
    { ...honest, value: '5' },
    FEE_TERMS,
  ),
  attack(
    'a transfer to more than an address',
    paying(transfer(DAI, 100_000_000n).replace('0xa9059cbb0', '0xa9059cbb1')),
    'the recipient of the token is an address that cannot use it',
    paying(transfer(DAI, 100_000_000n)),
  ),
  attack(
    'a transfer to the token',
    paying(transfer(USDC, 100_000_000n)),
    'the recipient of the token is an address that cannot use it',
  ),
  attack(
    'Permit2 asked without being approved',
    { ...honest, allSteps: [permitStep] },
    'it uses Permit2 without approving it',
    withPermit,
  ),
  attack(
    'Permit2 asked in other words',
    { ...withPermit, allSteps: [{ ...permitStep, data: `${permitStep.data}00` }] },
    'its call of Permit2 cannot be read',
    withPermit,
  ),
  attack(
    'Permit2 asked twice',
    { ...withPermit, allSteps: [permitStep, permitStep] },
    'it asks Permit2 more than once',
    withPermit,
  ),
  attack(
    'a value that only the fields have',
    { ...without(honest, 'providerTarget', 'providerCalldata'), value: '5', allSteps: [step(ROUTER, STRANGE_CALL)] },
    'its steps and its fields differ in the value',
    honest,
    FEE_TERMS,
  ),
  attack(
    'a step whose calldata is a number',
    { ...honest, allSteps: [{ to: ROUTER, data: 5 }] },
    'its calldata is not hex',
  ),
  memo(
    'a memo whose limit is no number',
    thorDeposit(`=:b:${BTC_BOB}:3e6x`),
    'its memo has a limit that cannot be read',
  ),
  swapAttack('a list of calls that buys nothing', multicall([]), 'it pays nobody', multicall([single()])),
]

describe.each([
  ['fields', fields],
  ['approvals', approvals],
  ['steps', steps],
  ['functions of tokens', holdings],
  ['calls of the token', tokenCalls],
  ['calldata of routers', routers],
  ['calldata of bridges', bridges],
  ['the rest', rests],
])('%s', (_title, attacks) => {
  it.each(attacks)(
    '$name is refused, and its honest neighbour is not',
    ({ attack: payload, terms, why, neighbour }) => {
      expect(reasonOf(payload, terms)).toBe(refused(why))
      expect(reasonOf(neighbour, terms)).toBe('accepted')
    },
  )
})

it('a refusal says that nothing was signed and what to do', () => {
  try {
    readPayload({ ...honest, chainId: 5 }, TOKEN_TERMS, NOW_MS)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'WALLET_REFUSED',
      funds: 'untouched',
      hint: 'Nothing was signed. Choose another provider: swapcli quote',
    })
  }
})
