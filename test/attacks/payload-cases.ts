import { type Address, encodeFunctionData, type Hex } from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { asObject } from '../support/contract-fields.ts'
import { asked, failed, refused, SIGNED, PRINTED } from './case.ts'
import { PERMIT2, ROUTER, UNITS, USDC, WETH } from './calls.ts'
import { coinOf, stepsOf } from './execution.ts'
import { approveFor } from './hostile-contracts.ts'
import { type Json, type Lies, put } from './hostile-server.ts'
import { type AttackCase, type Payment, THIEF } from './range.ts'
import { PAYS } from './server-cases.ts'

/*
 * A server lies in the fields and steps of a payload: chain, target, value, approval, order, deposit. The calldata is the
 * honest one.
 */

type Members = Json | ((told: Json) => Json)

function attack(name: string, ending: AttackCase['ending'], members: Members, more: Partial<Payment> = {}): AttackCase {
  const execute = (told: Json) => put(told, typeof members === 'function' ? members(told) : members)
  return { name: `payload: ${name}`, who: 'server', ending, swap: PAYS, lies: (): Lies => ({ execute }), ...more }
}

/** Members of the payload itself. */
const exec = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`exec.${name}`, value]))
/** The steps of the payload, changed. */
const steps =
  (change: (steps: readonly Json[]) => readonly unknown[]) =>
  (told: Json): Json => ({ 'exec.allSteps': change(stepsOf(told)) })
const only = (at: number, members: Json) =>
  steps((all) => all.map((step, index) => (index === at ? { ...step, ...members } : step)))
const approve = (spender: Address, units: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })
const step = (to: Address, data: Hex, value = 0n): Json => ({
  type: 'call',
  chainId: 8453,
  to,
  data,
  value: String(value),
})
const THEFT = step(WETH, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, coinOf('2')] }))

const FIELDS: readonly AttackCase[] = [
  attack('another chain', refused('payload'), exec({ chainId: 1 })),
  attack('a chain as text', failed('BAD_GATEWAY'), exec({ chainId: '8453' })),
  attack('a chain as CAIP-2', failed('BAD_GATEWAY'), exec({ chainId: 'eip155:8453' })),
  attack('a fraction of a chain', refused('payload'), exec({ chainId: 8453.5 })),
  attack('no chain', refused('payload'), exec({ chainId: null })),
  attack('another target than its step', refused('payload'), exec({ providerTarget: THIEF })),
  attack(
    'a target of another kind',
    refused('payload'),
    exec({ providerTarget: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
  ),
  attack('a target as CAIP-10', refused('payload'), exec({ providerTarget: `eip155:8453:${ROUTER}` })),
  attack('a target with a wrong letter', refused('payload'), exec({ providerTarget: ROUTER.replace('2626', '262G') })),
  attack('a target with wrong capitals', refused('payload'), exec({ providerTarget: ROUTER.replace('664c', '664C') })),
  attack('no target', refused('payload'), exec({ providerTarget: undefined })),
  attack('a value in hex', refused('payload'), exec({ value: '0x0' })),
  attack('a value in exponents', refused('payload'), exec({ value: '1e17' })),
  attack('a value below zero', refused('payload'), exec({ value: '-1' })),
  attack('a value that is a number', failed('BAD_GATEWAY'), exec({ value: 0 })),
  attack('a value of more digits than exist', refused('payload'), exec({ value: '9'.repeat(100) })),
  attack('a value that its step lacks', refused('payload'), exec({ value: '1' })),
  attack('another token to send', refused('payload'), exec({ srcToken: WETH })),
  attack('the coin to send', refused('payload'), exec({ srcToken: 'native' })),
  attack('a larger amount to send', refused('payload'), exec({ srcAmount: '1000000000' })),
  attack('a smaller amount to send', refused('payload'), exec({ srcAmount: '1' })),
  attack('an amount in whole tokens', refused('payload'), exec({ srcAmount: '100' })),
  attack('an amount in hex', refused('payload'), exec({ srcAmount: '0x5f5e100' })),
  attack('an amount of fullwidth digits', refused('payload'), exec({ srcAmount: '１００００００００' })),
  attack('other calldata than its step', refused('payload'), exec({ providerCalldata: '0x04e45aaf' })),
  attack('calldata that is a list', failed('BAD_GATEWAY'), exec({ providerCalldata: ['0x'] })),
  attack('steps that are no list', failed('BAD_GATEWAY'), exec({ allSteps: {} })),
]

const APPROVALS: readonly AttackCase[] = [
  attack('another spender than is approved', refused('payload'), exec({ approvalTarget: THIEF })),
  attack('a spender that is Permit2', refused('payload'), exec({ approvalTarget: PERMIT2 })),
  attack('an approval of another token', refused('payload'), exec({ approvalToken: WETH })),
  attack('an approval of more', refused('payload'), exec({ approvalAmount: '1000000000' })),
  attack('an approval of one more', refused('payload'), exec({ approvalAmount: String(UNITS + 1n) })),
  attack('an approval in hex', refused('payload'), exec({ approvalAmount: '0x5f5e100' })),
  attack('an approval of less than its step', refused('payload'), exec({ approvalAmount: '1' })),
  attack('a step that approves a thief', refused('payload'), only(0, { data: approve(THIEF, UNITS) })),
  attack('a step that approves everything', refused('payload'), only(0, { data: approve(ROUTER, 2n ** 256n - 1n) })),
  attack('a step that approves another token', refused('payload'), only(0, { to: WETH })),
  attack('a step that approves with the coin', refused('payload'), only(0, { value: '1' })),
  attack(
    'a step that approves with bytes to spare',
    refused('payload'),
    only(0, { data: `${approve(ROUTER, UNITS)}00` }),
  ),
  attack(
    'a second approval',
    refused('payload'),
    steps(([first, ...rest]) => [first, step(USDC, approve(THIEF, UNITS)), ...rest]),
  ),
  attack(
    'an approval after the call',
    refused('payload'),
    steps((all) => all.toReversed()),
  ),
  attack(
    'a signature to give',
    SIGNED,
    exec({
      typedData: {
        domain: { verifyingContract: USDC },
        primaryType: 'Permit',
        message: { spender: THIEF, value: '1' },
      },
    }),
  ),
  attack(
    'a signature to give, as a step',
    SIGNED,
    steps((all) => [
      { type: 'signature', typedData: { primaryType: 'PermitSingle', message: { spender: THIEF } } },
      ...all,
    ]),
  ),
  attack('an allowance of long ago, and more of it', refused('payload'), exec({ srcAmount: '1000000000' }), {
    before: ({ src, payer }) => approveFor(src.chain, payer, USDC, ROUTER, 2n ** 255n),
  }),
]

const STEPS: readonly AttackCase[] = [
  attack(
    'a step that steals, before the call',
    refused('payload'),
    steps(([first, ...rest]) => [first, THEFT, ...rest]),
  ),
  attack(
    'a step that steals, after the call',
    refused('payload'),
    steps((all) => [...all, THEFT]),
  ),
  attack(
    'the call twice',
    refused('payload'),
    steps((all) => [...all, ...all.slice(1)]),
  ),
  attack('a step on another chain', refused('payload'), only(1, { chainId: 1 })),
  attack('a step from another wallet', refused('payload'), only(1, { from: THIEF })),
  attack('a step with the coin', refused('payload'), only(1, { value: String(coinOf('1')) })),
  attack('a step to another target', refused('payload'), only(1, { to: THIEF })),
  attack('a step with other calldata', refused('payload'), only(1, { data: '0x04e45aaf' })),
  attack(
    'eleven steps',
    refused('payload'),
    steps(([first]) => Array.from({ length: 11 }, () => first)),
  ),
  attack(
    'fees of the network in the payload',
    SIGNED,
    exec({ gasPrice: '1000000000000000', maxFeePerGas: '1000000000000000', gas: '30000000', nonce: 7 }),
  ),
  attack(
    'fees of the network in its step',
    SIGNED,
    only(1, {
      gasPrice: '0x38d7ea4c68000',
      gas: '0x1c9c380',
      nonce: '0x7',
      type: '0x4',
      authorizationList: [{ address: THIEF }],
    }),
  ),
  attack('a payload without an id to follow', refused('payload'), { transaction: undefined }),
]

const DEPOSITS: readonly AttackCase[] = [
  attack('a deposit instead of a call', asked('deposit'), {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: THIEF },
  }),
  attack('a deposit beside a call', SIGNED, {
    'providerResult.depositAddress': THIEF,
    'providerResult.execution': 'server',
  }),
  attack('a call that is said to be a deposit', refused('payload'), (told) => ({
    'exec.meta': { ...asObject(asObject(told['exec'])['meta']), walletExecution: false },
    'providerResult.depositAddress': THIEF,
  })),
  attack('a deposit of a call without steps', asked('deposit'), {
    exec: { meta: { walletExecution: false } },
    providerResult: { execution: 'server', depositAddress: THIEF },
  }),
  attack('two deposit addresses', refused('payload'), {
    exec: { meta: { walletExecution: false, depositAddress: ROUTER } },
    providerResult: { execution: 'server', depositAddress: THIEF },
  }),
  attack('a deposit to the token itself', refused('payload'), {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: USDC },
  }),
  attack('a deposit to nobody', refused('payload'), {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: `0x${'0'.repeat(40)}` },
  }),
  attack('a deposit with a memo', PRINTED, {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: THIEF, depositMemo: '12345' },
  }),
  attack('a deposit of another chain', refused('payload'), {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  }),
  attack('a deposit that has run out', refused('payload'), {
    exec: undefined,
    providerResult: { execution: 'server', depositAddress: THIEF, depositBefore: '2020-01-01T00:00:00.000Z' },
  }),
  attack('a deposit of more', refused('payload'), {
    exec: { chainId: 8453, srcAmount: '1000000000', meta: { walletExecution: false } },
    providerResult: { execution: 'server', depositAddress: THIEF },
  }),
  attack('a deposit with the coin', refused('payload'), {
    exec: { chainId: 8453, value: '1', meta: { walletExecution: false } },
    providerResult: { execution: 'server', depositAddress: THIEF },
  }),
  attack('nothing to pay', refused('payload'), { exec: undefined, providerResult: { execution: 'client' } }),
]

export const PAYLOAD_ATTACKS: readonly AttackCase[] = [...FIELDS, ...APPROVALS, ...STEPS, ...DEPOSITS]
