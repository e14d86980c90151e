import type { Hex } from 'viem'
import { clientExec } from '../../support/case-makers.ts'
import type { PrepareCase } from '../../support/provider-suite.ts'
import { routerCall } from './router-call.ts'

/** How execute of a deposit is expected to end. */
type Expected = Exclude<PrepareCase['expected'], { readonly error: unknown }>

/** Facts of every deposit. */
interface DepositFacts {
  readonly chainId: number
  /** Base units. */
  readonly amount: bigint
  readonly memo: string
  readonly recipient: string
  /** The network's name of the target asset. */
  readonly toAsset: string
  /** ISO 8601. */
  readonly expiresAt: string
}

const NATIVE: Hex = '0x0000000000000000000000000000000000000000'

/** A deposit that the wallet makes by calling the router. */
export function routerDeposit(
  facts: DepositFacts & {
    readonly router: string
    readonly vault: Hex
    /** Contract and symbol of the source token. @default the native coin */
    readonly token?: readonly [contract: Hex, symbol: string]
    readonly description: string
  },
): Expected {
  const { chainId, amount, memo, expiresAt, router, vault, token, description } = facts
  const units = amount.toString()
  const expiration = BigInt(Date.parse(expiresAt) / 1000)
  return {
    exec: clientExec({
      chainId,
      to: router,
      data: routerCall(vault, token?.[0] ?? NATIVE, amount, memo, expiration),
      amount: units,
      ...(token === undefined ? { value: units } : { token: token[0], approvals: [units], symbol: token[1] }),
      type: 'deposit',
      description,
      meta: { vault, memo, expiresAt, senderMustBe: 'a plain wallet, no smart contract' },
    }),
    providerResult: { execution: 'client', depositMemo: memo },
    ...followed(facts, 'router'),
  }
}

/** A deposit to the vault that the user sends from another wallet. */
export function ownDeposit(
  facts: DepositFacts & {
    readonly vault: string
    readonly how: 'op_return' | 'memo'
    /** `1 BTC`. */
    readonly sum: string
    readonly carrier: string
    /** What the quote says of dust and fee, of coins that are paid by outputs. */
    readonly outputs?: { readonly dustThreshold: string; readonly feeRate: number }
  },
): Expected {
  const { vault, how, sum, carrier, outputs } = facts
  const said = how === 'op_return' ? { memoCarrier: 'op_return', ...outputs } : {}
  const instructions = `Send ${sum} from your own wallet to the deposit address in one transaction, with the memo as ${carrier}`
  return sentByUser(facts, how, { depositAddress: vault, ...said }, { depositAddress: vault }, instructions)
}

/** A deposit on the network's own chain: a message that the user broadcasts. */
export function messageDeposit(
  facts: DepositFacts & { readonly asset: string; readonly sum: string; readonly chain: string },
): Expected {
  const { asset, amount, sum, chain } = facts
  const message = { type: '/types.MsgDeposit', asset, amount: amount.toString() }
  const instructions = `Broadcast a MsgDeposit of ${sum} on ${chain} with the memo`
  return sentByUser(facts, 'message', { message }, {}, instructions)
}

function sentByUser(
  facts: DepositFacts,
  how: string,
  where: Readonly<Record<string, unknown>>,
  address: { readonly depositAddress?: string },
  instructions: string,
): Expected {
  const { chainId, amount, memo, expiresAt } = facts
  return {
    exec: {
      chainId,
      srcToken: 'native',
      srcAmount: amount.toString(),
      meta: {
        executionMode: 'client',
        walletExecution: false,
        ...where,
        memo,
        expiresAt,
        instructions: `${instructions}; then report its hash. Without the memo the money may be lost.`,
      },
    },
    providerResult: { execution: 'client', ...address, depositMemo: memo, status: 'awaiting_deposit' },
    ...followed(facts, how),
  }
}

function followed({ memo, recipient, toAsset }: DepositFacts, deposit: string) {
  return { needsHash: true, tracking: { memo, recipient, toAsset, deposit } }
}
