import { describe, expect, it } from 'vitest'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { type Attack, attackIn, attacksOn, coinExec, testAttacks, tokenExec, WHY } from './attacks.ts'
import { dlnOrder, relayDeposit, spokeDeposit, thorDeposit } from './bridge-calls.ts'
import { DAI, DEPOSITORY, DLN_SOURCE, PERMIT2, ROUTER, SPOKE_POOL, THOR_ROUTER, USDC, WETH, ZERO } from './contracts.ts'
import { encode } from './encode.ts'
import { ALICE, BOB, BTC_BOB, MALLORY, NOW_MS, NOW_SEC } from './parties.ts'
import { abi, multicall, single, unwrap, unwrappingSwap } from './router-calls.ts'
import { BRIDGE_TERMS, BTC_TERMS, COIN_TERMS, TOKEN_TERMS, WETH_TERMS } from './terms.ts'
import { approve, permit2, STRANGE_CALL, transfer, words } from './token-calls.ts'

const honest = tokenExec(ROUTER, STRANGE_CALL)
const honestCoin = coinExec(ROUTER, STRANGE_CALL)
const attack = attacksOn(TOKEN_TERMS, honest)
const coinAttack = attacksOn(COIN_TERMS, honestCoin)
const step = (to: string, data: string, value = '0') => ({ type: 'call', chainId: 1, to, data, value })
const without = (exec: Exec, ...keys: readonly (keyof Exec)[]): Exec =>
  Object.fromEntries(Object.entries(exec).filter(([key]) => !keys.some((left) => left === key)))
const change = (name: string, changes: Exec, why: string, neighbour: Exec = {}) =>
  attack(name, { ...honest, ...changes }, why, { ...honest, ...neighbour })
const coinChange = (name: string, changes: Exec, why: string) => coinAttack(name, { ...honestCoin, ...changes }, why)
const stepChange = (name: string, allSteps: readonly object[], why: string, neighbour: readonly object[] = []) =>
  change(name, { allSteps: [...allSteps] }, why, { allSteps: [...neighbour] })
const CALL = step(ROUTER, STRANGE_CALL)
const APPROVE = step(USDC, approve(ROUTER, 100_000_000n))
const bare = without(honest, 'approvalTarget', 'approvalToken', 'approvalAmount')
const paying = (data: string) => ({ ...bare, providerTarget: USDC, providerCalldata: data })

const fields: readonly Attack[] = [
  change('another chain', { chainId: 137 }, 'it is for chain 137, not 1'),
  attack('no chain', without(honest, 'chainId'), 'it names no chain'),
  change('null as chain', { chainId: null }, 'it names no chain'),
  change('another token', { srcToken: DAI }, `it spends the token ${DAI}`),
  change('another amount', { srcAmount: '100000001' }, 'it spends 100000001 base units, not 100000000'),
  change('an amount with an exponent', { srcAmount: '1e8' }, 'its source amount is not a whole number of base units'),
  change(
    'an amount with a sign',
    { approvalAmount: '-1' },
    'the amount to approve is not a whole number of base units',
  ),
  change('a value with a point', { value: '1.5e9' }, WHY.VALUE_UNITS),
  change('a value of 80 digits', { value: '1'.repeat(80) }, WHY.VALUE_UNITS),
  change('a value above 256 bits', { value: '9'.repeat(78) }, WHY.VALUE_UNITS),
  change('a target that is no address', { providerTarget: 'vitalik.eth' }, WHY.TARGET),
  change(
    'a target whose capitals are wrong',
    { providerTarget: ROUTER.replace('fc45', 'Fc45').replace('Fc45', 'fC45') },
    'the capitals of its target break its EIP-55 checksum',
  ),
  change('the zero address as target', { providerTarget: ZERO }, 'its target is the zero address'),
  change(
    'a precompile as target',
    { providerTarget: `0x${'0'.repeat(39)}4` },
    'its target is an address of the chain itself',
  ),
  change('the user as target', { providerTarget: ALICE }, 'its target is your own address'),
  attack('the token as target', tokenExec(USDC, STRANGE_CALL), 'it calls the token itself'),
  attack('no call at all', without(honest, 'providerTarget', 'providerCalldata'), 'it has no call', {
    ...without(honest, 'providerTarget', 'providerCalldata'),
    allSteps: [CALL],
  }),
  attack('calldata without target', without(honest, 'providerTarget'), 'its calldata has no target'),
  change('calldata that is no hex', { providerCalldata: '0xzzzz' }, 'its calldata is not hex'),
  change(
    'an odd number of digits',
    { providerCalldata: `${STRANGE_CALL}0` },
    'its calldata has an odd number of digits',
  ),
  change('70 kB of calldata', { providerCalldata: `0x${'00'.repeat(70_000)}` }, 'its calldata is longer than 64 KiB', {
    providerCalldata: `0xdeadbeef${'00'.repeat(60_000)}`,
  }),
  change(
    'three bytes of calldata',
    { providerCalldata: '0xdeadbe' },
    'its calldata is shorter than the name of a function',
  ),
  change('a token call without function', { providerCalldata: '0x' }, 'its call has no function'),
  change('a coin beside a token', { value: '1' }, WHY.VALUE),
  coinChange('a value above amount and fees', { value: '1000000000000000001' }, WHY.VALUE),
  coinChange('a value below the amount', { value: '999999999999999999' }, 'its value is below the amount'),
  coinAttack('no value for a coin', without(honestCoin, 'value'), 'its value is below the amount'),
  change(
    'a deposit that pretends to be a call',
    { meta: { walletExecution: false } },
    'it is a deposit, not a call for a wallet',
    { meta: { walletExecution: true } },
  ),
]

const permitting = (data: string): Exec => ({ approvalTarget: PERMIT2, allSteps: [step(PERMIT2, data)] })
const permitStep = step(PERMIT2, permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 60n))
const withPermit = { ...honest, ...permitting(permitStep.data) }

const approvals: readonly Attack[] = [
  change('an approval without limit', { approvalAmount: (2n ** 256n - 1n).toString() }, WHY.APPROVES_MORE),
  change('an approval of one unit more', { approvalAmount: '100000001' }, WHY.APPROVES_MORE),
  change('an approval of another token', { approvalToken: DAI }, WHY.APPROVES_ANOTHER),
  change(
    'an approval for another contract',
    { approvalTarget: MALLORY },
    'it asks to approve a contract that it does not call',
  ),
  change('an approval for the user', { approvalTarget: ALICE }, 'the contract to approve is your own address'),
  attack('an approval without contract', without(honest, 'approvalTarget'), 'its approval names no spender'),
  coinChange(
    'an approval for a coin',
    { approvalTarget: ROUTER, approvalToken: USDC, approvalAmount: '1' },
    'it asks to approve a native coin',
  ),
  coinChange('an approval for a coin without token', { approvalTarget: ROUTER }, 'it asks to approve a native coin'),
  stepChange('an approval step without limit', [step(USDC, approve(ROUTER, 2n ** 256n - 1n))], WHY.APPROVES_MORE, [
    APPROVE,
  ]),
  stepChange(
    'an approval step for somebody else',
    [step(USDC, approve(MALLORY, 100_000_000n))],
    'it asks to approve two contracts',
  ),
  attack(
    'an approval step of another token',
    { ...bare, allSteps: [step(DAI, approve(ROUTER, 1n)), CALL] },
    WHY.APPROVES_ANOTHER,
  ),
  attack(
    'an approval step with an unknown address appended',
    { ...bare, allSteps: [step(USDC, `${approve(ROUTER, 1n)}${'0'.repeat(24)}${MALLORY.slice(2)}`)] },
    WHY.APPROVES_NOTHING,
    { ...bare, allSteps: [step(USDC, approve(ROUTER, 1n))] },
  ),
  stepChange(
    'an approval step that says less than the fields',
    [step(USDC, approve(ROUTER, 99n))],
    'its steps and its fields differ in the approval',
  ),
  stepChange('an approval after the call', [CALL, APPROVE], 'it asks for an approval after the call', [APPROVE, CALL]),
  attack(
    'an approval that a transfer does not need',
    { ...tokenExec(USDC, transfer(DAI, 100_000_000n)), approvalTarget: MALLORY },
    'it asks for an approval that its call does not need',
    paying(transfer(DAI, 100_000_000n)),
  ),
  change(
    'Permit2 approved for whoever comes',
    { approvalTarget: PERMIT2 },
    'it asks to approve Permit2, but names nobody who may take from there',
    permitting(permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 3600n)),
  ),
  ...(
    [
      ['Permit2 for longer than a day', permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 86_401n), WHY.PERMIT2_TIME],
      ['Permit2 for more than the amount', permit2(USDC, ROUTER, 100_000_001n, NOW_SEC + 60n), WHY.PERMIT2_MORE],
      ['Permit2 for another token', permit2(DAI, ROUTER, 1n, NOW_SEC + 60n), 'it asks Permit2 for another token'],
      ['Permit2 for another contract', permit2(USDC, MALLORY, 1n, NOW_SEC + 60n), WHY.PERMIT2_SPENDER],
    ] as const
  ).map(([name, data, why]) =>
    change(name, permitting(data), why, permitting(permit2(USDC, ROUTER, 100_000_000n, NOW_SEC + 86_400n))),
  ),
]

const steps: readonly Attack[] = [
  stepChange('a second step that spends', [CALL, step(MALLORY, STRANGE_CALL)], WHY.SPENDS_TWICE, [CALL]),
  stepChange('the same call twice', [CALL, CALL], WHY.SPENDS_TWICE),
  stepChange(
    'a step with another target',
    [step(MALLORY, STRANGE_CALL)],
    'its steps and its fields differ in the target',
  ),
  stepChange(
    'a step with other calldata',
    [step(ROUTER, `${STRANGE_CALL}00`)],
    'its steps and its fields differ in the calldata',
  ),
  stepChange(
    'a step with a value of its own',
    [step(ROUTER, STRANGE_CALL, '1')],
    'its steps and its fields differ in the value',
  ),
  stepChange('a step on another chain', [{ ...CALL, chainId: 10 }], 'a step is for another chain'),
  stepChange('a step for another wallet', [{ ...CALL, from: MALLORY }], 'a step is from another wallet', [
    { ...CALL, from: ALICE },
  ]),
  stepChange(
    'eleven steps',
    Array.from({ length: 11 }, () => ({ type: 'note' })),
    'it has more than 10 steps',
    Array.from({ length: 10 }, () => ({ type: 'note' })),
  ),
  stepChange('a step with calldata and no target', [{ data: STRANGE_CALL }], 'the target of a step is not an address'),
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
).map(([name, data]) => {
  const why = `its call is ${name}, which moves or exposes other holdings`
  return attack(`${name} of another token`, { ...bare, providerTarget: DAI, providerCalldata: data }, why)
})

const tokenCalls: readonly Attack[] = [
  attack(
    'a transfer of more than the amount',
    paying(transfer(DAI, 100_000_001n)),
    'it moves an amount of the token that was not agreed to',
    paying(transfer(DAI, 100_000_000n)),
  ),
  attack(
    'a transfer to oneself',
    paying(transfer(ALICE, 100_000_000n)),
    'the address that gets the token is your own address',
  ),
  attack(
    'a transfer to nobody',
    paying(transfer(ZERO, 100_000_000n)),
    'the address that gets the token is the zero address',
  ),
  attack('a call of Permit2', tokenExec(PERMIT2, STRANGE_CALL), 'it calls Permit2, which can move every token'),
]

const swapAttack = attackIn(ROUTER, WETH_TERMS, single())
const coinOutAttack = attackIn(ROUTER, TOKEN_TERMS, unwrappingSwap())

const routers: readonly Attack[] = [
  swapAttack('a swap for somebody else', single({ recipient: MALLORY }), WHY.RECIPIENT),
  swapAttack(
    'a swap for the sender, who is not the recipient',
    single({ recipient: '0x0000000000000000000000000000000000000001' }),
    WHY.RECIPIENT,
  ),
  swapAttack('a swap of more than the amount', single({ amountIn: 100_000_001n }), WHY.MORE),
  swapAttack('a swap of another token', single({ tokenIn: DAI }), WHY.TOKEN),
  swapAttack('a swap into another token', single({ tokenOut: DAI }), WHY.NOT_WETH),
  swapAttack('a swap that accepts less', single({ amountOutMinimum: 49_999_970_000_000_000n }), WHY.LESS_WETH),
  swapAttack(
    'a deadline that has passed',
    multicall([single()], NOW_SEC),
    WHY.EXPIRED,
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
    WHY.MORE,
    multicall([single({ amountIn: 50_000_000n }), single({ amountIn: 50_000_000n })]),
  ),
  swapAttack(
    'a call of another contract among swaps',
    multicall([single(), encode(abi.router, 'callPositionManager', ['0x'])]),
    WHY.HIDDEN,
    multicall([single()]),
  ),
  swapAttack(
    'a pull of another token among swaps',
    multicall([single(), encode(abi.router, 'pull', [DAI, 5n])]),
    WHY.TOKEN,
    multicall([single()]),
  ),
  swapAttack(
    'a rest for somebody else',
    multicall([single(), encode(abi.router, 'sweepToken', [USDC, 0n, MALLORY])]),
    WHY.KEEPER,
    multicall([single(), encode(abi.router, 'sweepToken', [USDC, 0n, ALICE])]),
  ),
  attackIn(ROUTER, { ...WETH_TERMS, dst: { ...WETH_TERMS.dst, chainKey: 'base' } })(
    'a swap on the source chain where the money is to arrive elsewhere',
    single(),
    'its calldata pays out on the source chain',
    STRANGE_CALL,
  ),
  coinOutAttack('an unwrapping for somebody else', unwrappingSwap({}, unwrap(MALLORY)), WHY.RECIPIENT),
  coinOutAttack('an unwrapping that accepts less', unwrappingSwap({}, unwrap(BOB, 1n)), WHY.LESS_ETH),
  coinOutAttack(
    'the wrapped coin where the coin was agreed',
    single(),
    'its calldata pays out an asset other than ETH',
  ),
  coinOutAttack(
    'a fee for somebody out of the promised minimum',
    unwrappingSwap({}, encode(abi.router, 'unwrapWETH9WithFee', [50_000_000_000_000_000n, BOB, 100n, MALLORY])),
    WHY.LESS_ETH,
  ),
  coinAttack(
    'a token taken by an old allowance beside a coin',
    coinExec(ROUTER, single({ tokenIn: DAI, tokenOut: USDC, amountIn: 10n ** 18n, amountOutMinimum: 2_000_000_000n })),
    WHY.TOKEN,
    coinExec(ROUTER, single({ tokenIn: WETH, tokenOut: USDC, amountIn: 10n ** 18n, amountOutMinimum: 2_000_000_000n })),
  ),
]

const bridge = attackIn(SPOKE_POOL, BRIDGE_TERMS, spokeDeposit())
const orderAttack = attackIn(DLN_SOURCE, BRIDGE_TERMS, dlnOrder())
const memoAttack = attacksOn(BTC_TERMS, coinExec(THOR_ROUTER, thorDeposit(`=:BTC.BTC:${BTC_BOB}:3000000`)))
const memo = (name: string, data: string, why: string) => memoAttack(name, coinExec(THOR_ROUTER, data), why)

const bridges: readonly Attack[] = [
  bridge('a bridge that pays somebody else', spokeDeposit({ recipient: MALLORY }), WHY.RECIPIENT),
  bridge('a bridge that refunds someone else', spokeDeposit({ depositor: MALLORY }), WHY.KEEPER),
  bridge('a bridge that refunds nobody', spokeDeposit({ depositor: ZERO }), WHY.KEEPER),
  bridge('a bridge into another token', spokeDeposit({ outputToken: MALLORY }), WHY.NOT_USDC),
  bridge('a bridge that accepts less', spokeDeposit({ outputAmount: 98_999_997n }), WHY.LESS_USDC),
  bridge('a bridge that takes more', spokeDeposit({ inputAmount: 100_000_001n }), WHY.MORE),
  bridge(
    'a bridge to another chain',
    spokeDeposit({ destinationChainId: 10n }),
    'its calldata pays out on chain 10, not 8453',
  ),
  orderAttack(
    'an order for another chain',
    dlnOrder({ takeChainId: 56n }),
    'its calldata pays out on chain 56, not 8453',
  ),
  bridge('a bridge that has run out', spokeDeposit({ fillDeadline: NOW_SEC }), WHY.EXPIRED),
  orderAttack('an order for somebody else', dlnOrder({ receiverDst: MALLORY }), WHY.RECIPIENT),
  orderAttack('an order into another token', dlnOrder({ takeTokenAddress: MALLORY }), WHY.NOT_USDC),
  orderAttack('an order that somebody else may cancel', dlnOrder({ orderAuthorityAddressDst: MALLORY }), WHY.KEEPER),
  orderAttack('an order that somebody else may lower', dlnOrder({ givePatchAuthoritySrc: MALLORY }), WHY.KEEPER),
  orderAttack('an order whose refund goes elsewhere', dlnOrder({ allowedCancelBeneficiarySrc: MALLORY }), WHY.KEEPER),
  orderAttack('an order that accepts less', dlnOrder({ takeAmount: 1n }), WHY.LESS_USDC),
  memo(
    'a memo for somebody else',
    thorDeposit('=:BTC.BTC:bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3:3000000'),
    WHY.MEMO_RECIPIENT,
  ),
  memo(
    'a memo that refunds someone else',
    thorDeposit(`=:BTC.BTC:${BTC_BOB}/${MALLORY}:3000000`),
    'its memo refunds another wallet',
  ),
  memo('a memo for another asset', thorDeposit(`=:DOGE.DOGE:${BTC_BOB}:3000000`), WHY.MEMO_ASSET),
  memo('a memo that accepts less', thorDeposit(`=:b:${BTC_BOB}:2999997`), WHY.LESS_BTC),
  memo('a memo without limit', thorDeposit(`=:b:${BTC_BOB}`), WHY.LESS_BTC),
  memo('a memo that gives money away', thorDeposit('DONATE:BTC.BTC'), WHY.NOT_A_SWAP),
  memo('a deposit of more than the amount', thorDeposit(`=:b:${BTC_BOB}:3e6`, { amount: 10n ** 18n + 1n }), WHY.MORE),
  attacksOn(BRIDGE_TERMS)(
    'a deposit on behalf of somebody else',
    tokenExec(DEPOSITORY, relayDeposit(MALLORY)),
    WHY.KEEPER,
    tokenExec(DEPOSITORY, relayDeposit(ALICE)),
  ),
]

const feeAttack = attacksOn({ ...TOKEN_TERMS, nativeOnTop: 5n })

const rests: readonly Attack[] = [
  attack('an amount that is a number', Object.assign({}, honest, { srcAmount: 100000000 }), WHY.TYPE),
  feeAttack(
    'a coin for the token, even one that fees would allow',
    { ...paying(transfer(DAI, 100_000_000n)), value: '5' },
    'it sends the coin to the token',
    { ...honest, value: '5' },
  ),
  feeAttack(
    'a coin for Permit2',
    { ...withPermit, allSteps: [{ ...permitStep, value: '5' }] },
    'it sends the coin to Permit2',
    { ...withPermit, value: '5' },
  ),
  feeAttack(
    'a coin for an approval',
    { ...honest, allSteps: [step(USDC, approve(ROUTER, 100_000_000n), '5')] },
    'its approval carries a value',
    { ...honest, value: '5' },
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
  feeAttack(
    'a value that only the fields have',
    { ...without(honest, 'providerTarget', 'providerCalldata'), value: '5', allSteps: [CALL] },
    'its steps and its fields differ in the value',
    honest,
  ),
  stepChange('a step whose calldata is a number', [{ to: ROUTER, data: 5 }], 'its calldata is not hex'),
  memo('a memo whose limit is no number', thorDeposit(`=:b:${BTC_BOB}:3e6x`), WHY.LIMIT),
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
  testAttacks(attacks)
})

it('a refusal says that nothing was signed and what to do', () => {
  const hint = 'Nothing was signed. Choose another provider: swapcli quote AMOUNT FROM TO'
  expect(() => readPayload({ ...honest, chainId: 5 }, TOKEN_TERMS, NOW_MS)).toThrow(
    expect.objectContaining({ code: 'WALLET_REFUSED', funds: 'untouched', hint }) as Error,
  )
})
