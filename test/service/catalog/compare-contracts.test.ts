import { describe, expect, test } from 'vitest'
import { MULTICALL3 } from '../../../src/core/evm/contracts.ts'
import { RpcError } from '../../../src/core/evm/rpc-error.ts'
import type { ChainRpc, RpcCall } from '../../../src/core/ports.ts'
import { compareContracts, type ContractVerdict } from '../../../src/service/catalog/compare-contracts.ts'
import { chain, token } from '../../support/catalog-data.ts'
import { fakeRpc } from '../../support/fake-rpc.ts'
import { type StatedByToken, tokenNode } from '../../support/token-node.ts'

const base = chain('base', 8453, { name: 'Base' })
const USDC = token('base', 'USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', { decimals: 6 })
const OTHER = token('base', 'OTHER', '0x5eb15eB15eb15EB15EB15Eb15Eb15eB15eB15EB1')

const at = (stated: StatedByToken) => ({ [USDC.address.toLowerCase()]: stated })
const SOUND = { decimals: 6, symbol: 'USDC' }

/** A node that answers so, and notes what it was asked. */
function node(tokens: Readonly<Record<string, StatedByToken>>, asked: RpcCall[] = [], hasMulticall = true) {
  const answer = tokenNode(tokens, hasMulticall)
  return async (call: RpcCall) => {
    asked.push(call)
    const said = answer(call.method, call.params)
    if ('error' in said) throw new RpcError(said.error.message, said.error.code)
    return said.result
  }
}

const silent = () => Promise.reject(new Error('no answer'))

async function verdictsOf(rpc: ChainRpc, assets = [USDC]) {
  const verdicts = new Map<string, ContractVerdict>()
  await compareContracts(rpc, base, assets, (asset, verdict) => verdicts.set(asset.symbol, verdict))
  return assets.map(({ symbol }) => verdicts.get(symbol))
}
const verdictOf = async (rpc: ChainRpc, asset = USDC) => (await verdictsOf(rpc, [asset]))[0]

/** The verdict where two operators state the same. */
const statedByTwo = (stated: StatedByToken, asset = USDC) =>
  verdictOf(fakeRpc([node(at(stated)), node(at(stated))]), asset)

describe('a row and its contract', () => {
  test('are the same where two operators say so, many of them in one call of each', async () => {
    const asked: RpcCall[] = []
    const tokens = { ...at(SOUND), [OTHER.address.toLowerCase()]: { decimals: 18, symbol: 'OTHER' } }
    const rpc = fakeRpc([node(tokens, asked), node(tokens, asked)])
    expect(await verdictsOf(rpc, [USDC, OTHER])).toEqual([{ kind: 'same' }, { kind: 'same' }])
    expect(asked.map(({ params: [call] }) => (call as { to: string }).to)).toEqual([MULTICALL3, MULTICALL3])
  })

  test('are compared one by one where the chain lacks Multicall3', async () => {
    const rpc = fakeRpc([node(at(SOUND), [], false), node(at(SOUND), [], false)])
    expect(await verdictOf(rpc)).toEqual({ kind: 'same' })
  })

  test('differ by decimals', async () => {
    const stated = { decimals: 18, symbol: 'USDC' }
    expect(await statedByTwo(stated)).toEqual({ kind: 'differs', differences: ['decimals'], stated })
  })

  test('differ by a symbol, whose text can do nothing to a terminal', async () => {
    const verdict = await statedByTwo({ decimals: 6, symbol: '\u001b[2JUSDC\u202e' })
    expect(verdict).toEqual({
      kind: 'differs',
      differences: ['symbol'],
      stated: { decimals: 6, symbol: '\\u{1b}[2JUSDC\\u{202e}' },
    })
  })

  test('differ by letters of another script that look the same', async () => {
    expect(await statedByTwo({ decimals: 6, symbol: 'U\u0405DC' })).toMatchObject({ differences: ['symbol'] })
  })

  test.each([
    ['letter case', 'usdc', USDC],
    ['the sign of a currency for a letter', 'USD₮0', token('base', 'USDT0', USDC.address, { decimals: 6 })],
    [
      'another symbol that it is known by',
      'MATIC',
      token('base', 'POL', USDC.address, { decimals: 6, altSymbols: ['MATIC'] }),
    ],
    [
      'the bridge, which the catalog names behind a dot',
      'USDC',
      token('base', 'USDC.e', USDC.address, { decimals: 6 }),
    ],
  ])('are the same but for %s', async (_how, symbol, asset) => {
    expect(await statedByTwo({ decimals: 6, symbol }, asset)).toEqual({ kind: 'same' })
  })

  test('differ where the contract names a bridge that the catalog does not', async () => {
    expect(await statedByTwo({ decimals: 6, symbol: 'USDC.e' })).toMatchObject({ differences: ['symbol'] })
  })

  test('differ where no contract is there, and where it is no token', async () => {
    const none = { decimals: null, symbol: null }
    expect(await verdictOf(fakeRpc([node({}), node({})]))).toEqual({
      kind: 'differs',
      differences: ['no_contract'],
      stated: none,
    })
    for (const stated of [{ symbol: 'USDC' }, { symbol: 'USDC', decimals: 37 }]) {
      expect(await statedByTwo(stated)).toEqual({ kind: 'differs', differences: ['no_decimals'], stated: none })
    }
  })

  test('are not known to be the same where the contract states no symbol', async () => {
    expect(await statedByTwo({ decimals: 6 })).toEqual({
      kind: 'unknown',
      why: 'its decimals are the same, and its symbol is not known: its contract states no symbol',
    })
  })
})

describe('nodes', () => {
  const wrong = { decimals: 18, symbol: 'USDC' }
  const SINGLE =
    'single node: only one operator answers on Base; set one that you trust: swapcli config set rpc.base <url>'

  test('of two operators that contradict each other leave it unknown', async () => {
    expect(await verdictOf(fakeRpc([node(at(SOUND)), node(at(wrong))]))).toEqual({
      kind: 'unknown',
      why: 'the nodes of a, b answer differently',
    })
  })

  test('of two operators outvote a third', async () => {
    expect(await verdictOf(fakeRpc([node(at(SOUND)), node(at(wrong)), node(at(SOUND))]))).toEqual({ kind: 'same' })
    expect(await verdictOf(fakeRpc([node(at(wrong)), node(at(SOUND)), node(at(wrong))]))).toMatchObject({
      differences: ['decimals'],
    })
  })

  test('that contradict each other about one token leave the others known', async () => {
    const other = { [OTHER.address.toLowerCase()]: { decimals: 18, symbol: 'OTHER' } }
    const rpc = fakeRpc([node({ ...at(SOUND), ...other }), node({ ...at(wrong), ...other })])
    expect(await verdictsOf(rpc, [USDC, OTHER])).toEqual([
      { kind: 'unknown', why: 'the nodes of a, b answer differently' },
      { kind: 'same' },
    ])
  })

  test('of one operator prove nothing, neither for a row nor against it', async () => {
    for (const stated of [SOUND, wrong]) {
      expect(await verdictOf(fakeRpc([node(at(stated)), silent]))).toEqual({ kind: 'unknown', why: SINGLE })
    }
  })

  test('of the user suffice alone', async () => {
    expect(await verdictOf(fakeRpc([node(at(SOUND))], { isOwn: true }))).toEqual({ kind: 'same' })
    expect(await verdictOf(fakeRpc([node(at(wrong))], { isOwn: true }))).toMatchObject({ differences: ['decimals'] })
  })

  test('that do not answer, or of which none is known, leave all rows unknown', async () => {
    expect(await verdictsOf(fakeRpc([silent, silent]), [USDC, OTHER])).toEqual(
      [USDC, OTHER].map(() => ({ kind: 'unknown', why: 'no node of Base answers' })),
    )
    expect(await verdictOf(fakeRpc([]))).toEqual({
      kind: 'unknown',
      why: 'no node of Base is known: swapcli config set rpc.base <url>',
    })
  })

  test('that lack the state, as one that is behind does, say nothing against a row', async () => {
    const behind = () => Promise.reject(new RpcError('missing trie node', -32000))
    expect(await verdictOf(fakeRpc([behind, behind]))).toEqual({ kind: 'unknown', why: 'no node of Base answers' })
  })
})
