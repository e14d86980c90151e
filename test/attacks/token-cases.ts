import { encodeFunctionData, erc20Abi, maxUint256, parseUnits } from 'viem'
import { contracts, tokens } from '../devnet/addresses.ts'
import { setTokenBalance } from '../devnet/recipe.ts'
import { asked, failed, refused } from './case.ts'
import { take } from './hostile-contracts.ts'
import * as token from './hostile-tokens.ts'
import type { AttackCase, NeighbourCase, Payment, Scene } from './range.ts'
import { THIEF } from './range.ts'

/*
 * Tokens that lie or misbehave, as what is paid or as what arrives, listed or launched a moment ago.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
const BUYS = ['100', 'base:DAI', 'base:USDC'] as const
const LAUNCHED_FOR_COIN = ['0.1', 'base:ETH', 'base:LAUNCHED'] as const
const LAUNCHED_FOR_DOLLARS = ['100', 'base:USDC', 'base:LAUNCHED'] as const
const BRIDGES = ['100', 'base:USDC', 'ethereum:USDC'] as const
const { badToken, APPROVE, TRANSFER, TRANSFER_FROM, BALANCE_OF, DECIMALS } = token
const { swapRouter02, permit2 } = contracts.base
const { usdc, dai } = tokens.base
const AMOUNT = '0x24'
const AMOUNT_FROM = '0x44'

const attack = (
  name: string,
  ending: AttackCase['ending'],
  before: Payment['before'],
  more: Partial<Payment> = {},
): AttackCase => ({
  ...{ name, who: 'token', ending, swap: PAYS, ...more },
  ...(before === undefined ? {} : { before }),
})

/** The payer approves somebody, long before. */
const approvedBefore =
  (of: 'usdc' | 'dai' | 'weth', spender: `0x${string}`, units = maxUint256) =>
  async (scene: Scene) => {
    const { client, tokens: known } = scene.src.chain
    await client.impersonateAccount({ address: scene.payer })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, units] })
    const hash = await client.sendTransaction({ account: scene.payer, to: known[of], data, gas: 200_000n })
    await client.waitForTransactionReceipt({ hash })
    await client.stopImpersonatingAccount({ address: scene.payer })
  }
/** A function of a token takes the wrapped coin of the payer first. */
const takingMore = (kind: 'usdc' | 'dai', selector: typeof TRANSFER | typeof TRANSFER_FROM) =>
  badToken(kind, ({ payer, src }) => ({
    [selector]: token.thenReal(take(src.chain.tokens.weth, 5n, 'taken', payer), 'real2'),
  }))
const both =
  (...steps: readonly NonNullable<Payment['before']>[]): Payment['before'] =>
  async (scene) => {
    for (const step of steps) await step(scene)
  }

export const TOKEN_ATTACKS: readonly AttackCase[] = [
  attack('approve answers that it failed', refused('simulation'), badToken('usdc', { [APPROVE]: token.FALSE })),
  attack('approve answers true and does nothing', refused('simulation'), badToken('usdc', { [APPROVE]: token.TRUE })),
  attack('approve does and says nothing', refused('simulation'), badToken('usdc', { [APPROVE]: token.SILENT })),
  attack('approve always fails', refused('simulation'), badToken('usdc', { [APPROVE]: token.REVERT })),
  attack(
    'approve allows all instead of the amount',
    refused('simulation'),
    badToken('usdc', { [APPROVE]: token.replacing(AMOUNT, `0x${'ff'.repeat(32)}`, 'real2') }),
  ),
  attack(
    'approve allows somebody else',
    refused('simulation'),
    badToken('usdc', { [APPROVE]: token.replacing('0x04', THIEF, 'real2') }),
  ),
  attack(
    'approve allows a thousand times as much',
    refused('simulation'),
    badToken('usdc', { [APPROVE]: token.sharing(AMOUNT, '0x03e8', '0x01', 'real2') }),
  ),
  attack(
    'taking it answers true and moves nothing',
    refused('simulation'),
    badToken('usdc', { [TRANSFER_FROM]: token.TRUE }),
  ),
  attack('taking it answers that it failed', refused('simulation'), badToken('usdc', { [TRANSFER_FROM]: token.FALSE })),
  attack(
    'taking it moves half',
    refused('simulation'),
    badToken('usdc', { [TRANSFER_FROM]: token.sharing(AMOUNT_FROM, '0x01', '0x02', 'real2') }),
  ),
  attack(
    'taking it moves twice as much as was allowed',
    refused('simulation'),
    badToken('usdc', { [TRANSFER_FROM]: token.sharing(AMOUNT_FROM, '0x02', '0x01', 'real2') }),
  ),
  attack(
    'taking it moves twice as much, which was allowed long ago',
    refused('simulation'),
    both(
      approvedBefore('usdc', swapRouter02),
      badToken('usdc', { [TRANSFER_FROM]: token.sharing(AMOUNT_FROM, '0x02', '0x01', 'real2') }),
    ),
  ),
  attack('taking it burns all gas', refused('simulation'), badToken('usdc', { [TRANSFER_FROM]: token.BURN })),
  attack('approve burns all gas', refused('simulation'), badToken('usdc', { [APPROVE]: token.BURN })),
  attack(
    'taking it reports that a thief is allowed',
    refused('simulation'),
    badToken('usdc', ({ payer }) => ({
      [TRANSFER_FROM]: token.thenReal(token.logs('approval', payer, THIEF), 'real2'),
    })),
  ),
  attack(
    'what is held is a lie of nothing',
    refused('balance'),
    badToken('usdc', ({ payer }) => ({ [BALANCE_OF]: token.of(payer, token.FALSE, 'real2') })),
  ),
  attack(
    'what is held is always the same',
    refused('simulation'),
    badToken('usdc', ({ payer }) => ({ [BALANCE_OF]: token.of(payer, token.answer('0x3b9aca00'), 'real2') })),
  ),
  attack('pools are said to hold nothing', refused('no-price'), badToken('usdc', { [BALANCE_OF]: token.FALSE })),
  attack('what is held cannot be read', failed('NO_ROUTE'), badToken('usdc', { [BALANCE_OF]: token.REVERT })),
  attack(
    'it says that it has two decimals',
    refused('decimals'),
    badToken('usdc', { [DECIMALS]: token.answer('0x02') }),
  ),
  attack(
    'it says that it has 255 decimals',
    refused('decimals'),
    badToken('usdc', { [DECIMALS]: token.answer('0xff') }),
  ),
  attack(
    'what arrives says that it has six decimals',
    refused('decimals'),
    badToken('dai', { [DECIMALS]: token.answer('0x06') }),
  ),
  attack(
    'what arrives answers true and moves nothing',
    refused('simulation'),
    badToken('dai', { [TRANSFER]: token.TRUE }),
  ),
  attack(
    'what arrives reports a transfer and moves nothing',
    refused('simulation'),
    badToken('dai', ({ payer }) => ({ [TRANSFER]: [...token.logs('transfer', swapRouter02, payer), ...token.TRUE] })),
  ),
  attack(
    'what arrives keeps a tenth',
    refused('simulation'),
    badToken('dai', { [TRANSFER]: token.sharing(AMOUNT, '0x09', '0x0a', 'real2') }),
  ),
  attack(
    'what arrives goes to a thief',
    refused('simulation'),
    badToken('dai', { [TRANSFER]: token.replacing('0x04', THIEF, 'real2') }),
  ),
  attack(
    'what arrives is held back from the recipient',
    failed('NO_ROUTE'),
    badToken('dai', { [TRANSFER]: token.REVERT }),
  ),
  attack('what arrives burns all gas', failed('NO_ROUTE'), badToken('dai', { [TRANSFER]: token.BURN })),
  attack(
    'what arrives reports that it leaves the payer for a thief',
    asked('fee-on-transfer'),
    badToken('dai', ({ payer }) => ({ [TRANSFER]: token.thenReal(token.logs('transfer', payer, THIEF), 'real2') })),
  ),
  attack(
    'what arrives is said to be there already, and does not grow',
    refused('simulation'),
    badToken('dai', { [BALANCE_OF]: token.answer('0xffffffffffffffffffff') }),
  ),
  attack('a bridged token takes nothing', refused('simulation'), badToken('usdc', { [TRANSFER_FROM]: token.TRUE }), {
    swap: BRIDGES,
    provider: 'ACROSS',
  }),
  attack(
    'a bridged token takes twice as much, allowed long ago',
    refused('simulation'),
    both(
      approvedBefore('usdc', contracts.base.spokePool),
      badToken('usdc', { [TRANSFER_FROM]: token.sharing(AMOUNT_FROM, '0x02', '0x01', 'real2') }),
    ),
    { swap: BRIDGES, provider: 'ACROSS' },
  ),
  attack(
    'what arrives takes another token, which it was allowed long ago',
    refused('simulation'),
    both(approvedBefore('weth', dai), takingMore('dai', TRANSFER)),
  ),
  attack(
    'what is paid takes another token too, which it was allowed long ago',
    refused('simulation'),
    both(approvedBefore('weth', usdc), takingMore('usdc', TRANSFER_FROM)),
  ),
]

const honest = (
  name: string,
  swap: Payment['swap'],
  before?: Payment['before'],
  more: Partial<Payment> = {},
): NeighbourCase => ({
  ...{ name, who: 'token', swap, ...more },
  ...(before === undefined ? {} : { before }),
})

export const TOKEN_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('an allowance that covers it already', PAYS, approvedBefore('usdc', swapRouter02, parseUnits('100', 6))),
  honest('an allowance of a part of it', PAYS, approvedBefore('usdc', swapRouter02, parseUnits('40', 6))),
  honest('an unlimited allowance of earlier days', PAYS, approvedBefore('usdc', swapRouter02)),
  honest('an allowance for Permit2 that is not used', PAYS, approvedBefore('usdc', permit2)),
  honest('a token whose approve answers nothing', PAYS, badToken('usdc', { [APPROVE]: token.silently('real2') })),
  honest(
    'a token that arrives whole, with an event of its own beside',
    BUYS,
    badToken('usdc', ({ payer }) => ({
      [TRANSFER]: token.thenReal(token.logs('of its own', payer, THIEF), 'real2'),
    })),
  ),
  honest(
    'a token that takes a fee, which the user accepts',
    PAYS,
    badToken('dai', {
      [TRANSFER]: token.sharing(AMOUNT, '0x03e7', '0x03e8', 'real2'),
    }),
    { options: { accept: 'fee-on-transfer', slippage: '300' } },
  ),
  honest('a token that the recipient has held before', PAYS, async ({ src, payer }) => {
    await setTokenBalance(src.chain.client, src.chain.tokens.dai, payer, parseUnits('123456', 18))
  }),
  ...[6, 9, 18].flatMap((launched) => [
    honest(`a token of ${launched} decimals, launched a moment ago, for the coin`, LAUNCHED_FOR_COIN, undefined, {
      ...{ launched, options: { minReceive: '95', slippage: '300' } },
    }),
    honest(`a token of ${launched} decimals, launched a moment ago, for dollars`, LAUNCHED_FOR_DOLLARS, undefined, {
      ...{ launched, options: { minReceive: '45', slippage: '300' }, through: 'service' },
    }),
  ]),
]
