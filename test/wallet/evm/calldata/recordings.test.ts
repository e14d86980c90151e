import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { UNISWAP } from '../../../../src/core/evm/contracts.ts'
import { ERC20, selectorOf } from '../../../../src/core/evm/functions.ts'
import { contractAt } from '../../../../src/wallet/evm/calldata/contracts.ts'

const PROVIDERS = fileURLToPath(new URL('../../../providers/', import.meta.url))
const CHAIN_IDS = Object.keys(UNISWAP).map(Number)

/** Contracts that recordings call and the wallet does not know, with the reason. */
const NOT_KNOWN: Readonly<Record<string, string>> = {
  '0xe3985e6b61b814f7cdb188766562ba71b446b46d':
    "Maya's router, which one source names: a payload for it is shown with a doubt",
  '0xe75c7e85fe6add07077467064ad15847e6ba9877': "Symbiosis' router of 2023, for whose gateway nothing is approved",
  '0xb80fdacfbedc1b8e02f0c5d6e6e7e9e0f1a2b3c4': "made up for Symbiosis' router",
  '0x52f0e24d1c21c8a0cb1e5a5dd6198556bd9e1203': "V4's quoter, which nodes are asked for and no wallet calls",
  '0xf7e833a5479dc2d5f6efe4a9c4e9d0d1f0e6f8a2': "made up for Maya's second router",
}

type Fields = Readonly<Record<string, unknown>>

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}

interface Call {
  readonly to: string
  readonly chainId: number | undefined
}

/** Contracts that stand anywhere in a recorded reply as the target of calldata, or as the router to be called. */
function callsIn(value: unknown): Call[] {
  if (typeof value !== 'object' || value === null) return []
  const { to, address, inbound_address = address, router, routerAddress, data, chainId } = value as Fields
  const within = Object.values(value).flatMap(callsIn)
  // THORChain and Maya name it beside the vault, KyberSwap beside its calldata.
  const named = inbound_address === undefined ? routerAddress : router
  if (isAddress(named)) return [{ to: named, chainId: undefined }, ...within]
  if (!isAddress(to) || typeof data !== 'string' || data.length < 10) return within
  // Tokens are not routers: what is asked of them is verified by itself.
  const isToken = [ERC20.approve, ERC20.transfer].some(({ selector }) => selectorOf(data) === selector)
  return isToken ? within : [{ to, chainId: typeof chainId === 'number' ? chainId : undefined }, ...within]
}

it("the wallet knows every contract that a provider's recordings call", () => {
  const calls = readdirSync(PROVIDERS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /recordings\/.*\.json$/.test(file))
    .flatMap((file) => {
      const recording: unknown = JSON.parse(readFileSync(`${PROVIDERS}${file}`, 'utf8'))
      return callsIn(recording).map((call) => ({ ...call, file }))
    })
  const isKnown = ({ to, chainId }: Call) =>
    (chainId === undefined ? CHAIN_IDS : [chainId]).some((id) => contractAt(id, to) !== undefined)
  const unknown = calls.filter((call) => !isKnown(call))
  expect(unknown.filter(({ to }) => NOT_KNOWN[to.toLowerCase()] === undefined)).toEqual([])
  expect(new Set(unknown.map(({ to }) => to.toLowerCase()))).toEqual(new Set(Object.keys(NOT_KNOWN)))
  expect(calls.length).toBeGreaterThan(20)
})
