import { beforeAll, describe, expect, it } from 'vitest'
import type { Catalog } from '../../../../src/core/assets/catalog.ts'
import type { Doubt } from '../../../../src/core/swap/acceptances.ts'
import { readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import { execOf, realCalls as calls, termsOfCall, THEN_MS } from './real-calls.ts'
import { samples, termsOf } from '../payload/provider-samples.ts'

/*
 * Transactions of mainnet and of recorded quotes, read with the terms that an honest lock would have had: none is refused,
 * and few need to be accepted. The list of what is left is printed by `vitest --reporter=verbose`.
 */

interface OpenCall {
  readonly name: string
  readonly doubts: readonly Doubt[]
  readonly isOneChain: boolean
  readonly data: string
}

/** Every call with what it leaves open; several cases of a provider hold the same recorded call. */
async function openCalls(catalog: Catalog): Promise<readonly OpenCall[]> {
  const own = await Promise.all(
    samples.map(async ({ provider, exec, nowMs, ...sample }) => {
      const terms = await termsOf(catalog, { provider, exec, nowMs, ...sample })
      const { doubts, functionName } = readPayload(exec, terms, nowMs)
      const isOneChain = terms.src.chainKey === terms.dst.chainKey
      return { name: `${provider} ${functionName}`, doubts, isOneChain, data: exec.providerCalldata ?? '' }
    }),
  )
  const real = calls.map((call) => ({
    ...{ name: call.name, data: call.data, isOneChain: call.payChain === undefined },
    doubts: readPayload(execOf(call), termsOfCall(call), THEN_MS).doubts,
  }))
  return [...new Map([...real, ...own.filter(isComplete)].map((call) => [call.data, call])).values()]
}

/** False for calldata that a recording has cut. */
function isComplete({ doubts }: OpenCall): boolean {
  return !doubts.some(({ text }) => text.startsWith('The arguments of'))
}

/** Doubts about a swap on one chain that a simulation can settle: it shows what leaves and what arrives. */
const SIMULATION_SHOWS: readonly string[] = ['unknown-call', 'opaque-call']

let catalog: Catalog
beforeAll(async () => {
  catalog = await openBundledCatalog()
})

describe('calls that were really made', () => {
  it.each(calls)('$name is not refused', (call) => {
    expect(() => readPayload(execOf(call), termsOfCall(call), THEN_MS)).not.toThrow()
  })

  it('are all laid out as their ABI says', async () => {
    const all = await openCalls(catalog)
    expect(all.filter((call) => !isComplete(call)).map(({ name }) => name)).toEqual([])
  })

  it('need to be accepted by name seldom', async () => {
    const all = await openCalls(catalog)
    const open = all.filter(({ doubts }) => doubts.length > 0)
    const isShown = ({ doubts, isOneChain }: OpenCall) =>
      isOneChain && doubts.every(({ code }) => SIMULATION_SHOWS.includes(code))
    const toText = ({ name, doubts }: OpenCall) => `${name}: ${doubts.map(({ code }) => code).join(', ')}`
    const left = open.filter((call) => !isShown(call)).map(toText)
    console.info(`${all.length - open.length} of ${all.length} calls are read whole. Accepted by name:`, left)
    expect(left).toEqual([
      'symbiosis metaRoute: unknown-call',
      'RELAY depositErc20: order-by-number',
      'RELAY transfer: deposit',
      'RELAY depositNative: order-by-number',
      'THORCHAIN depositWithExpiry: vault',
      'MAYA depositWithExpiry: vault, unknown-call',
      'MAYA depositWithExpiry: vault, unknown-call',
    ])
    expect({ all: all.length, read: all.length - open.length }).toEqual({ all: 51, read: 29 })
  })
})
