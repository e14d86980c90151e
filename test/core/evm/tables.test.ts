import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getAddress, toEventSelector, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import * as contracts from '../../../src/core/evm/contracts.ts'
import * as events from '../../../src/core/evm/events.ts'
import * as functions from '../../../src/core/evm/functions.ts'
import { HOLDINGS_FUNCTIONS, POWER_FUNCTIONS } from '../../../src/core/evm/holdings-functions.ts'
import { KNOWN_CALLS } from '../../../src/wallet/evm/calldata/known-calls.ts'
import { bareSignature } from '../../../src/wallet/evm/calldata/signature.ts'
import * as tokens from '../../../src/core/evm/tokens.ts'

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url))

/** Selectors, topics and addresses that may stand in several files, with the reason. */
const MAY_REPEAT: ReadonlyMap<string, string> = new Map([
  [
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    'an account that everybody has, no contract: the paper wallet of the sandbox, and the example of a setting, which may not import it',
  ],
  [
    '0x6ff5693b99212da76ad316178a184ab56d299b43',
    'the Universal Router of Base, which an example of `wallet approvals revoke` names: help loads no table of contracts',
  ],
  ...[
    '0x0000000000000000000000000000000000000000',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
  ].map((literal) => [literal, 'words that stored documents are packed with: they never change'] as const),
])

/** Every literal of 4, 20 or 32 bytes in the text of a file, in small letters. */
const literalsIn = (text: string) =>
  [...text.matchAll(/0x(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{8})(?![0-9a-z_])/gi)].map(([literal]) =>
    literal.toLowerCase(),
  )

/** The files of each literal, those of one file left out. */
function repeated(files: ReadonlyMap<string, string>): Record<string, string[]> {
  const places = new Map<string, Set<string>>()
  for (const [file, text] of files) {
    for (const literal of literalsIn(text)) places.set(literal, (places.get(literal) ?? new Set()).add(file))
  }
  return Object.fromEntries([...places].filter(([, found]) => found.size > 1).map(([key, found]) => [key, [...found]]))
}

/** Every value below `root` for which `is` holds. */
function collect<T>(root: unknown, is: (value: object) => value is T & object): T[] {
  if (typeof root !== 'object' || root === null) return []
  return is(root) ? [root] : Object.values(root).flatMap((value) => collect(value, is))
}

describe('the tables of contracts', () => {
  it('are the one place of every selector, topic and address', () => {
    const files = new Map(
      readdirSync(SRC, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => [file, readFileSync(`${SRC}${file}`, 'utf8')]),
    )
    const found = repeated(files)
    expect(Object.fromEntries(Object.entries(found).filter(([literal]) => !MAY_REPEAT.has(literal)))).toEqual({})
    expect([...MAY_REPEAT.keys()].filter((literal) => found[literal] === undefined)).toEqual([])
  })

  it('would find a literal that stands in two files, in whatever letter case', () => {
    const address = contracts.PERMIT2
    const files = new Map([
      ['a.ts', `const A = '${address}'; const B = '0x095ea7b3'`],
      ['b.ts', `const A = '${address.toLowerCase()}'`],
      ['c.ts', "const X = '0x095ea7b3'; const Y = '0x095ea7b30'"],
    ])
    expect(repeated(files)).toEqual({ [address.toLowerCase()]: ['a.ts', 'b.ts'], '0x095ea7b3': ['a.ts', 'c.ts'] })
  })

  it('name every function by the hash of its signature', () => {
    const all = collect(
      [functions, HOLDINGS_FUNCTIONS, POWER_FUNCTIONS, KNOWN_CALLS],
      (value) => 'selector' in value,
    ) as functions.ContractFunction[]
    expect(all.map(({ selector }) => selector)).toEqual(
      all.map(({ signature }) => toFunctionSelector(bareSignature(signature))),
    )
    expect(all.length).toBeGreaterThan(120)
  })

  it('name every event by the hash of its signature', () => {
    const all = collect(events, (value) => 'topic' in value) as events.ContractEvent[]
    expect(all.map(({ topic }) => topic)).toEqual(all.map(({ signature }) => toEventSelector(signature)))
    expect(all).toHaveLength(19)
  })

  it('write every address with its EIP-55 capitals', () => {
    const text = ['core/evm/cctp/chains', 'core/evm/contracts', 'core/evm/tokens', 'wallet/evm/calldata/contracts']
      .map((file) => readFileSync(`${SRC}${file}.ts`, 'utf8'))
      .join('')
    const all = [...text.matchAll(/0x[0-9a-fA-F]{40}\b/g)].map(([address]) => address)
    expect(all).toEqual(all.map((address) => getAddress(address.toLowerCase())))
    expect(Object.keys(tokens.TOKENS).length).toBeGreaterThan(10)
  })
})
