import { Hash, Secp256k1 } from 'ox'
import { describe, expect, test } from 'vitest'
import { openSigner } from '../../../../src/wallet/evm/keys/unlock.ts'
import { ledgerAddress, type EthereumApp } from '../../../../src/wallet/evm/keys/ledger.ts'
import type { UnsignedTransaction } from '../../../../src/wallet/evm/keys/signer.ts'
import { KNOWN } from '../../../support/keystores.ts'

/*
 * No device takes part: the app is a stand-in that signs with a key that everybody knows. What a device shows and how it
 * is connected is not tested here.
 */

const ACCOUNT = {
  name: 'nano',
  family: 'evm',
  kind: 'ledger',
  address: KNOWN.address,
  createdAt: '2026-01-15T12:00:00.000Z',
  derivation: "m/44'/60'/0'/0/0",
} as const
const CALL = {
  type: 'eip1559',
  chainId: 8453,
  nonce: 0,
  to: KNOWN.otherAddress,
  data: '0x095ea7b3',
  value: 0n,
  gas: 60_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
} as const satisfies UnsignedTransaction

function device(key: string, failure?: { statusCode: number }) {
  const seen: string[] = []
  const app: EthereumApp = {
    getAddress: async (path) => {
      seen.push(`address ${path}`)
      return { address: (key === KNOWN.key ? KNOWN.address : KNOWN.otherAddress).toLowerCase() }
    },
    signTransaction: async (path, unsigned) => {
      seen.push(`sign ${path}`)
      if (failure !== undefined) throw Object.assign(new Error('device'), failure)
      const { r, s } = Secp256k1.sign({ payload: Hash.keccak256(`0x${unsigned}`), privateKey: `0x${KNOWN.key}` })
      // Without leading zeros, and with a v that is of no use, as devices give for large chain ids.
      return { r: r.toString(16), s: s.toString(16), v: 'ff' }
    },
    close: async () => void seen.push('close'),
  }
  return { open: async () => app, seen }
}

function signerOn(open: () => Promise<EthereumApp>) {
  const none = () => Promise.reject(new Error('a Ledger has no key file'))
  return openSigner(ACCOUNT, {
    password: none,
    files: { keystoreText: none, keystorePath: () => '' },
    openLedger: open,
  })
}

describe('a Ledger', () => {
  test('says its address, and is let go', async () => {
    const { open, seen } = device(KNOWN.key)
    expect(await ledgerAddress(open, "m/44'/60'/2'/0/0")).toBe(KNOWN.address)
    expect(seen).toEqual(["address 44'/60'/2'/0/0", 'close'])
  })

  test('signs exactly what it is given, of either kind, whatever its v says', async () => {
    const { open, seen } = device(KNOWN.key)
    const signer = await signerOn(open)
    expect([signer.address, seen]).toEqual([KNOWN.address, []])
    for (let nonce = 0; nonce < 20; nonce += 1) {
      expect(await signer.sign({ ...CALL, nonce })).toMatch(/^0x02/)
      const { maxFeePerGas, maxPriorityFeePerGas: _, ...rest } = CALL
      expect(await signer.sign({ ...rest, nonce, type: 'legacy', gasPrice: maxFeePerGas })).toMatch(/^0xf8/)
    }
    expect(seen.slice(0, 3)).toEqual(["address 44'/60'/0'/0/0", "sign 44'/60'/0'/0/0", 'close'])
  })

  test('other than the one that was imported signs nothing', async () => {
    const { open, seen } = device(KNOWN.otherKey)
    await expect((await signerOn(open)).sign(CALL)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `The connected Ledger has ${KNOWN.otherAddress} at m/44'/60'/0'/0/0, not ${KNOWN.address}`,
    })
    expect(seen).toEqual(["address 44'/60'/0'/0/0", 'close'])
  })

  test.each([
    [0x6985, 'Declined on the Ledger'],
    [0x6a80, 'The Ledger refuses to sign data that it cannot display'],
    [0x5515, 'The Ledger is locked'],
    [0x6e00, 'The Ethereum app is not open on the Ledger'],
    [0x1234, 'The Ledger did not answer as expected'],
  ])('that answers %i is told in words, with nothing sent', async (statusCode, message) => {
    const { open, seen } = device(KNOWN.key, { statusCode })
    await expect((await signerOn(open)).sign(CALL)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message,
      funds: 'untouched',
    })
    expect(seen.at(-1)).toBe('close')
  })
})
