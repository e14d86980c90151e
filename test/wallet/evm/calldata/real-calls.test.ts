import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkUnattendedPayment } from '../../../../src/payments/unattended-payment.ts'
import type { Catalog } from '../../../../src/core/assets/catalog.ts'
import type { Exec } from '../../../../src/core/api/documents.ts'
import { defined } from '../../../../src/core/defined.ts'
import { isSwapError } from '../../../../src/core/api/errors.ts'
import { confirmPool } from '../../../../src/wallet/evm/chain/paying-pool.ts'
import { confirmSettler } from '../../../../src/wallet/evm/chain/settlers.ts'
import { confirmVault } from '../../../../src/wallet/evm/chain/vaults.ts'
import { type Payload, readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms, SimulatedWithin } from '../../../../src/wallet/payment.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import { fakeRpc } from '../../../support/fake-rpc.ts'
import { LEFT_OPEN, LEFT_OPEN_HERE } from './left-open.ts'
import { mainnetNode } from './mainnet-node.ts'
import { HONEST, vaultsOf } from './network-nodes.ts'
import { execOf, realCalls as calls, termsOfCall, THEN_MS } from './real-calls.ts'
import { samples, termsOf } from '../payload/provider-samples.ts'

/*
 * Transactions of mainnet, of recorded quotes and of the providers' own libraries, read with the terms that an honest lock
 * would have had and checked as two nodes of mainnet, and of the networks with vaults, let it: none is refused, and few need to be accepted.
 */

interface ReadCall {
  readonly name: string
  readonly data: string
  readonly payload: Payload
  /** As far as a simulation of it sees the terms kept. */
  readonly simulated: SimulatedWithin
}

async function readCall(exec: Exec, terms: PayTerms, nowMs: number, nodes = HONEST): Promise<Omit<ReadCall, 'name'>> {
  const rpc = fakeRpc([mainnetNode(), mainnetNode()])
  const read = await confirmVault({ listVaults: vaultsOf(nodes) }, readPayload(exec, terms, nowMs), terms)
  const payload = await confirmPool({ rpc }, await confirmSettler({ rpc }, read), terms)
  const simulated = terms.src.chainKey === terms.dst.chainKey ? 'arrival' : 'departure'
  return { data: exec.providerCalldata ?? '', payload, simulated }
}

/** Every call; several cases of a provider hold the same recorded one. */
async function readAll(catalog: Catalog): Promise<readonly ReadCall[]> {
  const own = samples.map(async ({ provider, exec, nowMs, ...sample }) => {
    const terms = await termsOf(catalog, { provider, exec, nowMs, ...sample })
    const read = await readCall(exec, terms, nowMs)
    return { name: `${provider.toLowerCase()} ${read.payload.functionName}`, ...read }
  })
  const real = calls.map(async (call) => {
    return { name: call.name, ...(await readCall(execOf(call), termsOfCall(call), THEN_MS)) }
  })
  const all = [...(await Promise.all(real)), ...(await Promise.all(own)).filter(isComplete)]
  return [...new Map(all.map((call) => [call.data, call])).values()]
}

/** False for calldata that a recording has cut. */
function isComplete({ payload }: ReadCall): boolean {
  return !payload.doubts.some(({ text }) => text.startsWith('The arguments of'))
}

/** What `--yes` wants to be accepted of a call, by codes; none where it agrees. */
function askedFor({ payload, simulated }: ReadCall, api: string | undefined): readonly string[] {
  const { recipient, doubts } = payload
  try {
    checkUnattendedPayment({ id: 'r1', ...defined({ api }) }, { recipient, doubts, simulated }, { trustsServer: false })
    return []
  } catch (error) {
    if (!isSwapError(error) || error.reason !== 'doubt') throw error
    return /--accept (\S+)$/.exec(error.hint ?? '')?.[1]?.split(',') ?? []
  }
}

/** The calls that need something to be accepted, with it. */
const askedOf = (calls: readonly ReadCall[], api?: string) =>
  calls.flatMap((call) => {
    const codes = askedFor(call, api)
    return codes.length === 0 ? [] : [{ name: call.name, codes: codes.toSorted() }]
  })

let all: readonly ReadCall[]
beforeAll(async () => {
  all = await readAll(await openBundledCatalog())
})

describe('calls that were really made', () => {
  it.each(calls)('$name is not refused', (call) => {
    expect(() => readPayload(execOf(call), termsOfCall(call), THEN_MS)).not.toThrow()
  })

  it('are all laid out as their ABI says', () => {
    expect(all.filter((call) => !isComplete(call)).map(({ name }) => name)).toEqual([])
    expect(all).toHaveLength(86)
  })

  it('need it of the service of this machine only where they pay elsewhere what is not read, and no provider promises it', () => {
    expect(askedOf(all)).toEqual(LEFT_OPEN_HERE)
  })

  it('that go to a vault which one operator alone names need it of this machine too', async () => {
    const catalog = await openBundledCatalog()
    const deposit = samples.find(({ provider }) => provider === 'THORCHAIN') ?? expect.unreachable()
    const terms = await termsOf(catalog, deposit)
    const read = await readCall(deposit.exec, terms, deposit.nowMs, HONEST.slice(1))
    expect(askedFor({ name: '', ...read }, undefined)).toEqual(['vault'])
  })

  it('need it seldom of a server, whatever their simulation shows', () => {
    const left = askedOf(all, 'https://server.example')
    expect(left).toEqual(LEFT_OPEN.map(({ name, codes }) => ({ name, codes: codes.toSorted() })))
    expect(all.length - left.length).toBe(70)
  })

  it('need no simulation where they are read whole', () => {
    const isOpen = (call: ReadCall) => call.payload.doubts.length > 0
    expect(all.filter(isOpen)).toHaveLength(LEFT_OPEN.length)
  })

  it('are those of `swapcli help safety`', () => {
    const text = readFileSync(new URL('../../../../src/docs/safety.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
    const left = LEFT_OPEN.length
    const here = all.length - LEFT_OPEN_HERE.length
    expect(text).toContain(
      `Of ${all.length} real swaps and bridges, ${all.length - left} need no acceptance over \`--api\`, and ${here} none of this machine's own service`,
    )
    const codes = [...new Set(LEFT_OPEN.map(({ codes: [code] }) => code))]
    const lines = codes.map((code) => {
      const names = LEFT_OPEN.filter(({ codes: [first] }) => first === code).map(({ name }) => name)
      return `${code} ${[...new Set(names)].map((name) => countedName(name, names)).join(', ')}`
    })
    expect(/Left over `--api` are: ```text (.*?) ```/.exec(text)?.[1]).toBe(lines.join(' '))
  })
})

function countedName(name: string, names: readonly string[]): string {
  const count = names.filter((one) => one === name).length
  return count === 1 ? name : `${name} (${count})`
}
