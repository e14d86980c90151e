import { expect, onTestFinished, test } from 'vitest'
import { assets } from '../../../src/cli/commands/assets.ts'
import { bundledAsset } from '../../support/bundled-catalog.ts'
import { runCommand } from '../../support/command-session.ts'
import { localServer } from '../../support/local-server.ts'
import { json } from '../run-here.ts'

const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const SOLLET = '9n4nbM75f5Ui33ZbPYXn59EwSgE8CGsHtAeTH5YFeJ9E'
const UNKNOWN = `0x${'6'.repeat(40)}`

/** What a server lists: everything is the coin of Circle by its own word. */
const listed = (chain: string, address: string) => ({
  ...{ chain, address, name: 'USD Coin', symbol: 'USDC', image: '', isNative: false, new: false, decimals: 6 },
  ...{ evidence: 'issuer', form: 'issuer', successor: `base:${UNKNOWN}` },
})

async function ofServer(isJson: boolean) {
  const data = [listed('ethereum', WETH), listed('solana', SOLLET), listed('ethereum', UNKNOWN)]
  const server = await localServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ data, pagination: { page: 1, perPage: 20, total: 3, hasMore: false } }))
  })
  onTestFinished(() => server.close())
  return runCommand(assets, [], {}, { settings: { api: `${server.url}/api/v1` }, json: isJson })
}

test('what a server lists has the names and the backing of the own catalog, and what that lacks is known only to a provider', async () => {
  const { stdout, error } = await ofServer(true)
  expect(error).toBeUndefined()
  const known = await Promise.all([`ethereum:${WETH}`, `solana:${SOLLET}`].map(bundledAsset))
  const [weth, sollet] = known.map(({ asset: { symbol, name, decimals, evidence, form, successor } }) => ({
    ...{ symbol, name, decimals, evidence, form, successor },
  }))
  expect(weth).toMatchObject({ symbol: 'WETH', form: 'wrapped_native', successor: undefined })
  expect(sollet).toMatchObject({ symbol: 'BTC', form: 'dead' })
  const { data } = json(stdout) as { readonly data: readonly (typeof weth)[] }
  const rows = data.map((row) => {
    const { symbol, name, decimals, evidence, form, successor } = row ?? {}
    return { symbol, name, decimals, evidence, form, successor }
  })
  const other = { evidence: 'provider', form: null, successor: undefined }
  expect(rows).toEqual([weth, sollet, { symbol: 'USDC', name: 'USD Coin', decimals: 6, ...other }])
})

test('a table of them says the same in words', async () => {
  const { stdout } = await ofServer(false)
  const [, ...lines] = stdout.trimEnd().split('\n')
  expect(lines.map((line) => line.split(/ {2,}/).map((cell) => cell.trim()))).toEqual([
    ['ethereum', 'WETH', WETH, 'Wrapped Ether', "issuer's", 'wrapped coin'],
    ['solana', 'BTC', SOLLET, 'Wrapped Bitcoin (Sollet)', 'one list', 'dead'],
    ['ethereum', 'USDC', UNKNOWN, 'USD Coin', 'only a provider'],
  ])
})
