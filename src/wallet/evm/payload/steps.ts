import { ERC20, PERMIT2_FUNCTIONS, selectorOf } from '../../../core/evm/functions.ts'
import { PERMIT2 } from '../../../core/evm/contracts.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { Exec } from '../../../core/api/documents.ts'
import { sameAddress } from '../../../core/assets/address.ts'
import { refusedPayload } from '../../refusal.ts'
import { recordOf } from '../../../core/evm/json-rpc.ts'
import { argumentsOf, readable, readAddress, readArgument } from '../../../core/evm/words.ts'
import { readCalldata, readContract, readUnits } from './rules.ts'
import type { PayTerms } from '../../payment.ts'
import type { PlannedCall } from '../planned-call.ts'

/** A call as a payload states it, calldata in small letters; its description is the payload's own words, clean, or "". */
export type PayloadCall = Omit<PlannedCall, 'kind'>

/** What a payload asks for, its plain fields and its steps merged; its amounts are not verified yet. */
export interface PayloadCalls {
  readonly spend: PayloadCall
  /** Approval of the source token, base units; 0 takes an approval back. */
  readonly approval: { readonly token: string; readonly spender: string; readonly amount: bigint } | undefined
  readonly permit2: PayloadCall | undefined
  readonly warnings: readonly string[]
}

const MOST_STEPS = 10
/** Length of `approve(address,uint256)` in hex digits with 0x. */
const APPROVE_LENGTH = 10 + 2 * 64

/**
 * Reads the calls that a payload asks for. Plain fields and steps must say the same, and only one call may spend.
 * @throws WALLET_REFUSED
 */
export function readPayloadCalls(exec: Exec, terms: PayTerms): PayloadCalls {
  const warnings: string[] = []
  const steps = readSteps(exec.allSteps ?? [], terms, warnings)
  const spends = steps.filter((step) => !isApproval(step) && !isPermit2(step))
  const lastApproval = steps.findLastIndex((step) => isApproval(step) || isPermit2(step))
  const firstSpend = steps.findIndex((step) => spends.includes(step))
  if (spends.length > 1) throw refusedPayload('its steps spend more than once')
  if (firstSpend >= 0 && lastApproval > firstSpend) throw refusedPayload('it asks for an approval after the call')
  const permits = steps.filter(isPermit2)
  if (permits.length > 1) throw refusedPayload('it asks Permit2 more than once')
  return {
    spend: mergeSpend(exec, spends[0], terms),
    approval: mergeApproval(exec, steps.filter(isApproval), terms),
    permit2: permits[0],
    warnings,
  }
}

function readSteps(items: readonly unknown[], terms: PayTerms, warnings: string[]): PayloadCall[] {
  if (items.length > MOST_STEPS) throw refusedPayload(`it has more than ${MOST_STEPS} steps`)
  const calls: PayloadCall[] = []
  for (const item of items) {
    const step = recordOf(item)
    if (!['to', 'data', 'value'].some((key) => step[key] !== undefined)) {
      warnings.push(`Skipped a step that is not a transaction: ${nameOf(step)}`)
      continue
    }
    calls.push(readStep(step, terms))
  }
  return calls
}

function readStep(step: Readonly<Record<string, unknown>>, terms: PayTerms): PayloadCall {
  const { chainId, from, to, data = '0x', value = '0' } = step
  if (chainId !== undefined && chainId !== terms.src.chainId) throw refusedPayload('a step is for another chain')
  if (from !== undefined && !(typeof from === 'string' && sameAddress(from, terms.depositor))) {
    throw refusedPayload('a step is from another wallet')
  }
  return {
    to: readContract(to, 'the target of a step', terms.depositor),
    data: readCalldata(data),
    value: readUnits(value, 'the value of a step'),
    description: typeof step['description'] === 'string' ? cleanText(step['description'], 120) : '',
  }
}

function isApproval({ data }: PayloadCall): boolean {
  return selectorOf(data) === ERC20.approve.selector
}

function isPermit2({ to, data }: PayloadCall): boolean {
  return sameAddress(to, PERMIT2) && selectorOf(data) === PERMIT2_FUNCTIONS.approve.selector
}

/** The call of the plain fields, else the one that the steps have. */
function mergeSpend(exec: Exec, step: PayloadCall | undefined, terms: PayTerms): PayloadCall {
  if (exec.providerTarget === undefined) {
    if (exec.providerCalldata !== undefined) throw refusedPayload('its calldata has no target')
    if (step === undefined) throw refusedPayload('it has no call')
    if (exec.value !== undefined && readUnits(exec.value, 'its value') !== step.value) throw mismatch('value')
    return step
  }
  const call: PayloadCall = {
    to: readContract(exec.providerTarget, 'its target', terms.depositor),
    data: readCalldata(exec.providerCalldata ?? step?.data ?? '0x'),
    value: exec.value === undefined ? (step?.value ?? 0n) : readUnits(exec.value, 'its value'),
    description: step?.description ?? '',
  }
  if (step === undefined) return call
  if (step.to !== call.to) throw mismatch('target')
  if (step.data !== call.data) throw mismatch('calldata')
  if (step.value !== call.value) throw mismatch('value')
  return call
}

function mergeApproval(exec: Exec, steps: readonly PayloadCall[], terms: PayTerms): PayloadCalls['approval'] {
  const stated = readStatedApproval(exec, terms)
  const fromSteps = steps.map((step) => readApproval(step, terms))
  const all = stated === undefined ? fromSteps : [stated, ...fromSteps]
  const [first] = all
  if (first === undefined) return undefined
  if (terms.src.isNative) throw refusedPayload('it asks to approve a native coin')
  if (all.some(({ token }) => !sameAddress(token, terms.src.address))) {
    throw refusedPayload(`it asks to approve a token other than ${cleanText(terms.src.symbol, 20)}`)
  }
  if (all.some(({ amount }) => amount > terms.src.units)) {
    throw refusedPayload('it asks to approve more than the amount')
  }
  if (all.some(({ spender }) => spender !== first.spender)) throw refusedPayload('it asks to approve two contracts')
  const [amount = 0n, ...others] = new Set(all.map((item) => item.amount).filter((units) => units > 0n))
  if (others.length > 0) throw mismatch('approval')
  return { ...first, amount }
}

function readStatedApproval(exec: Exec, terms: PayTerms): PayloadCalls['approval'] {
  const { approvalTarget, approvalToken, approvalAmount } = exec
  if (approvalTarget === undefined && approvalToken === undefined && approvalAmount === undefined) return undefined
  if (approvalTarget === undefined) throw refusedPayload('its approval names no spender')
  const token = terms.src.isNative && approvalToken === undefined ? undefined : (approvalToken ?? terms.src.address)
  return {
    spender: readContract(approvalTarget, 'the contract to approve', terms.depositor),
    token: token === undefined ? '' : readContract(token, 'the token to approve', terms.depositor),
    amount: approvalAmount === undefined ? terms.src.units : readUnits(approvalAmount, 'the amount to approve'),
  }
}

function readApproval({ to, data, value }: PayloadCall, { depositor }: PayTerms) {
  const spender = readable(() => readAddress(argumentsOf(data), 0))
  const amount = readArgument(data, 1)
  if (data.length !== APPROVE_LENGTH || spender === undefined || amount === undefined) {
    throw refusedPayload('the calldata of its approval does not approve anything')
  }
  if (value !== 0n) throw refusedPayload('its approval carries a value')
  return { token: to, spender: readContract(spender, 'the contract to approve', depositor), amount }
}

function mismatch(what: string): Error {
  return refusedPayload(`its steps and its fields differ in the ${what}`)
}

function nameOf({ description, type }: Readonly<Record<string, unknown>>): string {
  const text = [description, type].find((part) => typeof part === 'string' && part !== '')
  return typeof text === 'string' ? cleanText(text, 80) : 'it has no name'
}
