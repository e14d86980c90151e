import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { createDataFiles } from '../../src/io/data-files.ts'

/* The chains of the catalog are kept by hand: their ids and coins are held against the table of another project. */

interface TableChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: { readonly symbol: string }
}

test('EVM chains have the ids, names and coins that viem has for them', () => {
  const table = Object.values(viemChains as Record<string, unknown>).filter(
    (value): value is TableChain => typeof value === 'object' && value !== null && 'nativeCurrency' in value,
  )
  const evm = createDataFiles()
    .chains()
    .filter(({ type }) => type === 'EVM')
  const unknown = evm.filter(({ chainId }) => !table.some(({ id }) => id === chainId))
  expect(unknown.map(({ key }) => key)).toEqual(['pharos'])
  const otherwise = evm.filter((chain) => {
    const [word = ''] = chain.name.toLowerCase().split(' ')
    const same = table.filter(({ id }) => id === chain.chainId)
    return !same.some(
      ({ name, nativeCurrency }) =>
        name.toLowerCase().includes(word) && nativeCurrency.symbol.toUpperCase() === chain.nativeSymbol.toUpperCase(),
    )
  })
  // Gas of Tempo is paid in any dollar coin; viem calls its unit USD.
  expect(otherwise.map(({ key }) => key)).toEqual(['tempo', 'pharos'])
})
