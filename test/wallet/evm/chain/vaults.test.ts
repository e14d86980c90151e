import { beforeAll, describe, expect, it } from 'vitest'
import { confirmVault } from '../../../../src/wallet/evm/chain/vaults.ts'
import { type Payload, readPayload } from '../../../../src/wallet/evm/payload/payload.ts'
import type { PayTerms } from '../../../../src/wallet/payment.ts'
import { openBundledCatalog } from '../../../support/bundled-catalog.ts'
import {
  HONEST,
  MAYA_ROWS,
  type NodeAnswers,
  THORCHAIN_ROWS,
  type VaultRow,
  vaultsOf,
} from '../calldata/network-nodes.ts'
import { samples, termsOf } from '../payload/provider-samples.ts'

const MALLORY = '0x6666666666666666666666666666666666666666'

let deposits: readonly {
  readonly terms: PayTerms
  readonly payload: Payload
  readonly reads: (data: string) => Payload
}[]
beforeAll(async () => {
  const catalog = await openBundledCatalog()
  const read = samples.map(async (sample) => {
    const terms = await termsOf(catalog, sample)
    const { allSteps: _, ...alone } = sample.exec
    const reads = (providerCalldata: string) => readPayload({ ...alone, providerCalldata }, terms, sample.nowMs)
    return { terms, payload: readPayload(sample.exec, terms, sample.nowMs), reads }
  })
  deposits = (await Promise.all(read)).filter(({ payload }) => payload.vault !== undefined)
})

/** The codes that are left of every deposit, by its provider. */
async function codesAfter(answers: NodeAnswers, own?: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const listVaults = vaultsOf(answers, own)
  const left = deposits.map(async ({ terms, payload }) => {
    const { doubts, warnings } = await confirmVault({ listVaults }, payload, terms)
    expect(warnings).toEqual(expect.arrayContaining(doubts.map(({ text }) => text)))
    return [terms.provider, doubts.map(({ code }) => code).toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(left))
}

const rowsOf = (network: string) => (network === 'mayachain' ? MAYA_ROWS : THORCHAIN_ROWS)
const [honest] = HONEST
const changed = (change: Partial<VaultRow>) => (network: string) =>
  rowsOf(network).map((row) => ({ ...row, ...change }))
const swapped = (network: string) => rowsOf(network === 'mayachain' ? 'thorchain' : 'mayachain')
const dead = () => undefined

const NONE = { THORCHAIN: [], MAYA: [] }
const ALL = { THORCHAIN: ['vault'], MAYA: ['unknown-call', 'vault'] }

describe('a deposit into the vault of a network', () => {
  it('is no doubt where two operators name vault and router', async () => {
    expect(await codesAfter(HONEST)).toEqual(NONE)
    expect(deposits.length).toBeGreaterThan(2)
  })

  it("is none where the user's own node names them", async () => {
    expect(await codesAfter([honest ?? dead], 'https://node.example/api/')).toEqual(NONE)
  })

  const liars: readonly (readonly [string, NodeAnswers])[] = [
    ['one operator names another vault', [honest ?? dead, changed({ address: MALLORY })]],
    ['both name another vault', [changed({ address: MALLORY }), changed({ address: MALLORY })]],
    ['one operator names another router', [changed({ router: MALLORY }), honest ?? dead]],
    ['both name another router', [changed({ router: MALLORY }), changed({ router: MALLORY })]],
    ['one does not answer', [honest ?? dead, dead]],
    ['none answers', [dead, dead]],
    ['the chain is halted', [honest ?? dead, changed({ halted: true })]],
    ['trading on the chain is paused', [changed({ chain_trading_paused: true }), honest ?? dead]],
    ['all trading is paused', [changed({ global_trading_paused: true }), honest ?? dead]],
    ['the vault is one of another chain', [changed({ chain: 'AVAX' }), changed({ chain: 'AVAX' })]],
    ['it is a vault of the other network', [swapped, swapped]],
  ]
  it.each(liars)('stays in doubt where %s', async (_, answers) => {
    expect(await codesAfter(answers)).toEqual(ALL)
  })

  it("stays in doubt where the user's own node names another vault, or does not answer", async () => {
    expect(await codesAfter([changed({ address: MALLORY })], 'https://node.example')).toEqual(ALL)
    expect(await codesAfter([dead, honest ?? dead], 'https://node.example')).toEqual(ALL)
  })

  it('stays in doubt where the call names a vault that the network does not', async () => {
    for (const { terms, payload, reads } of deposits) {
      const { address } = payload.vault ?? { address: '' }
      const hostile = reads(payload.spend.data.toLowerCase().replaceAll(address.slice(2), MALLORY.slice(2)))
      const { doubts } = await confirmVault({ listVaults: vaultsOf(HONEST) }, hostile, terms)
      expect(doubts.map(({ code }) => code)).toContain('vault')
    }
  })

  it('is not asked about for any other payload', async () => {
    const { terms, payload } = deposits[0] ?? expect.unreachable()
    const { vault: _, ...other } = payload
    const listVaults = () => expect.unreachable()
    expect(await confirmVault({ listVaults }, other, terms)).toBe(other)
  })
})
