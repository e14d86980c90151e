import { describe, expect, test } from 'vitest'
import { checkAddress } from '../../src/core/assets/address.ts'
import { checkTransactionHash } from '../../src/core/swap/transaction-hash.ts'
import { createPaperWallet } from '../../src/sandbox/paper-wallet.ts'
import { sandboxHash } from '../../src/sandbox/transaction-hashes.ts'
import {
  ALICE,
  asset,
  createMemoryLedger,
  DEPOSIT,
  ETH,
  INTENTS,
  lockOf,
  openPaperWorld,
  request,
  routeOf,
} from './paper-world.ts'

/** Every kind of address family that a chain of the catalog may have. */
const FAMILIES = [
  ...[
    'evm',
    'bitcoin',
    'litecoin',
    'dogecoin',
    'bitcoincash',
    'dash',
    'zcash',
    'utxo:decred',
    'utxo:ecash',
    'utxo:flux',
  ],
  ...['bech32:cosmos', 'bech32:thor', 'bech32:inj', 'solana', 'sui', 'aptos', 'ton', 'tron', 'near', 'xrpl', 'stellar'],
  ...['cardano', 'ss58:0', 'ss58:2', 'algorand', 'hedera', 'tezos', 'multiversx', 'antelope', 'icp', 'nano', 'zilliqa'],
  ...['nervos', 'waves', 'starknet', 'monero', 'radix', 'aleo'],
]

describe.each(FAMILIES)('on a chain of the family %s', (family) => {
  test('hashes have its shape and are as many as the things they stand for', () => {
    const hashes = ['inbound', 'outbound', 'refund'].flatMap((what) =>
      Array.from({ length: 20 }, (_, index) => sandboxHash(family, 1, `tx_${index}`, what)),
    )
    expect(new Set(hashes).size).toBe(hashes.length)
    for (const hash of hashes) expect(checkTransactionHash(family, hash)).toEqual({ ok: true, canonical: hash })
  })

  test('deposits go to a well-formed address, another one for every lock', async () => {
    const world = openPaperWorld()
    const native = asset('solana', 'SOL', 9)
    const src = { ...native, chain: { ...native.chain, addressFamily: family as '' } }
    const addresses: string[] = []
    for (const key of [DEPOSIT, INTENTS]) {
      for (const lockId of ['lock_1', 'lock_2']) {
        const input = request(src, ETH, '10', { recipient: ALICE })
        const lock = lockOf(input, await routeOf(world, key, input), lockId)
        const { providerResult } = await (await world.adapter(key)).prepare(lock, world.context)
        const address = providerResult.depositAddress ?? ''
        expect(checkAddress(family, address)).toEqual({ ok: true, canonical: address })
        addresses.push(address)
      }
    }
    expect(new Set(addresses).size).toBe(4)
  })

  test('the paper wallet has a well-formed address', () => {
    const wallet = createPaperWallet({ ledger: createMemoryLedger() })
    const address = wallet.address(family) ?? ''
    expect(checkAddress(family, address)).toEqual({ ok: true, canonical: address })
  })
})
