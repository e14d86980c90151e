import { type Address, encodeFunctionData, type Hex, parseUnits } from 'viem'
import { erc20Abi } from '../devnet/abi.ts'
import { asObject } from '../support/contract-fields.ts'
import { type Json, put } from './hostile-server.ts'

/*
 * Executions changed as a careful liar changes them: fields and steps say the same.
 */

/** Wei. */
export const coinOf = (text: string): bigint => parseUnits(text, 18)

/** The steps of an execution. */
export function stepsOf(told: Json): readonly Json[] {
  return (asObject(told['exec'])['allSteps'] as readonly unknown[]).map((step) => asObject(step))
}

/** The call takes the coin too. */
export function withCoin(told: Json, wei: bigint): Json {
  const steps = stepsOf(told)
  const changed = steps.map((step, at) => (at === steps.length - 1 ? { ...step, value: String(wei) } : step))
  return put(told, { 'exec.value': String(wei), 'exec.allSteps': changed })
}

/** What an execution is to call. */
export interface Call {
  readonly to: Address
  readonly data: Hex
  /** Wei. @default 0 */
  readonly value?: bigint
  /** What is approved before it. @default the token and the amount that were told, for `to`; null for no approval */
  readonly approval?: { readonly token?: Address; readonly spender?: Address; readonly amount?: bigint } | null
}

/** An execution that makes another call, fields and steps alike. */
export function calling(told: Json, { to, data, value = 0n, approval = {} }: Call): Json {
  const exec = asObject(told['exec'])
  const { approvalToken, approvalTarget, approvalAmount, ...rest } = exec
  const isApproved = approval !== null && typeof approvalToken === 'string'
  const token = approval?.token ?? (approvalToken as Address)
  const spender = approval?.spender ?? to
  const amount = approval?.amount ?? BigInt(typeof approvalAmount === 'string' ? approvalAmount : '0')
  const approve = { type: 'approve', chainId: exec['chainId'], to: token, value: '0', description: 'Allow' }
  const args = [spender, amount] as const
  return put(told, {
    exec: {
      ...rest,
      ...{ providerTarget: to, providerCalldata: data, value: String(value) },
      ...(isApproved ? { approvalToken: token, approvalTarget: spender, approvalAmount: String(amount) } : {}),
      allSteps: [
        ...(isApproved
          ? [{ ...approve, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }]
          : []),
        { type: 'swap', chainId: exec['chainId'], to, data, value: String(value), description: 'Swap' },
      ],
    },
  })
}
