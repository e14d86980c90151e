/* Puts so many assets (argv[3]) into the store of the home argv[2]. */
import { join } from 'node:path'
import { openStore } from '../../src/store/index.ts'

const [home = '', count = '0'] = process.argv.slice(2)
const store = await openStore({ path: join(home, 'sandbox.db'), now: () => Date.now() })
await store.catalog.put(
  [],
  Array.from({ length: Number(count) }, (_, index) => ({
    chain: 'ethereum',
    address: `0x${index.toString(16).padStart(40, 'e')}`,
    symbol: `T${index}`,
    altSymbols: [],
    caip19: '',
    name: `Token ${index}`,
    decimals: 18,
    image: '',
    isNative: false,
    addedAt: 1_767_225_600_000,
    evidence: 'provider' as const,
    form: null,
  })),
)
await store.close()
