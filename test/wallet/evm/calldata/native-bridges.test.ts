import { expect, test } from 'vitest'
import { NATIVE_BRIDGES } from '../../../../src/wallet/evm/calldata/native-bridges.ts'
import { TABLES } from '../../../prices/fake-chain.ts'

/* The bundled table of prices says which tokens are forms of one asset. */

const pairs = Object.entries(NATIVE_BRIDGES).flatMap(([name, { destination, pairs: all }]) =>
  all.map(([taken, paid]) => ({ name, destination: Number(destination), taken, paid })),
)

test.each(pairs)('$name pays a form of $taken with as many decimals', ({ destination, taken, paid }) => {
  const [here, there] = [TABLES.member(1, taken), TABLES.member(destination, paid)]
  expect(here).toBeDefined()
  expect([there?.group, there?.decimals]).toEqual([here?.group, here?.decimals])
})
