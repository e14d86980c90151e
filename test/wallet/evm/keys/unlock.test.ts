import * as fc from 'fast-check'
import { TxEnvelopeEip1559, TxEnvelopeLegacy } from 'ox'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Account, KeystoreAccount } from '../../../../src/wallet/accounts/account-file.ts'
import type { SignerSources } from '../../../../src/wallet/accounts/signer-sources.ts'
import { openSigner } from '../../../../src/wallet/evm/keys/unlock.ts'
import { checkSigned } from '../../../../src/wallet/evm/signature-check.ts'
import type { EvmSigner, UnsignedTransaction } from '../../../../src/wallet/evm/keys/signer.ts'
import { KNOWN, keystoreFile } from '../../../support/keystores.ts'

const PASSWORD = 'a good password'
const ACCOUNT: KeystoreAccount = {
  name: 'main',
  family: 'evm',
  kind: 'keystore',
  address: KNOWN.address,
  createdAt: '2026-01-15T12:00:00.000Z',
  file: 'main.json',
  inPlace: false,
}
const TRANSFER = {
  type: 'eip1559',
  chainId: 1,
  nonce: 5,
  to: KNOWN.otherAddress,
  data: '0x',
  value: 10n ** 18n,
  gas: 21_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
} as const satisfies UnsignedTransaction

/** What signing needs, with a key file in memory. */
function sources(text: string, answers: readonly string[] = [PASSWORD]) {
  const asked: number[] = []
  let read = 0
  const given: SignerSources = {
    password: async (attempt) => {
      asked.push(attempt)
      return answers[attempt - 1] ?? ''
    },
    files: {
      keystoreText: async () => {
        read += 1
        return text
      },
      keystorePath: ({ file }) => `/home/someone/wallets/${file}`,
    },
    openLedger: async () => Promise.reject(new Error('no device')),
  }
  return { given, asked, reads: () => read }
}

const FILE = keystoreFile({ key: KNOWN.key, password: PASSWORD })

describe('an account with a key file', () => {
  test('asks for its password at the first signature, and never again', async () => {
    const { given, asked, reads } = sources(FILE)
    const signer = await openSigner(ACCOUNT, given)
    expect([signer.address, asked, reads()]).toEqual([KNOWN.address, [], 0])
    const [first, second] = await Promise.all([signer.sign(TRANSFER), signer.sign({ ...TRANSFER, nonce: 6 })])
    expect(await signer.sign(TRANSFER)).toBe(first)
    expect(second).not.toBe(first)
    // The key itself is opened anew each time: it stays in memory for no longer than a signature takes.
    expect([asked, reads()]).toEqual([[1], 3])
  })

  test('asks again once it was told to forget', async () => {
    const { given, asked } = sources(FILE)
    const signer = await openSigner(ACCOUNT, given)
    const first = await signer.sign(TRANSFER)
    signer.forget?.()
    expect([await signer.sign(TRANSFER), asked]).toEqual([first, [1, 1]])
  })

  test('with a wrong password refuses, and asks anew at the next signature', async () => {
    const { given, asked } = sources(FILE, ['wrong password'])
    const signer = await openSigner(ACCOUNT, given)
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(signer.sign(TRANSFER)).rejects.toMatchObject({
        code: 'WALLET_REFUSED',
        message: 'The password is wrong for the key file of main, or the file is damaged',
        funds: 'untouched',
      })
    }
    expect(asked).toEqual([1, 1])
  })

  test('asks as often as it may where a person answers', async () => {
    const patient = sources(FILE, ['wrong', 'wronger', PASSWORD])
    const signer = await openSigner(ACCOUNT, { ...patient.given, attempts: 3 })
    expect(await signer.sign(TRANSFER)).toMatch(/^0x02/)
    expect(patient.asked).toEqual([1, 2, 3])
    const hopeless = sources(FILE, [])
    const refusing = await openSigner(ACCOUNT, { ...hopeless.given, attempts: 3 })
    await expect(refusing.sign(TRANSFER)).rejects.toMatchObject({ code: 'WALLET_REFUSED' })
    expect(hopeless.asked).toEqual([1, 2, 3])
  })

  test('whose file is damaged asks for no second password', async () => {
    const { given, asked } = sources('{}')
    const signer = await openSigner(ACCOUNT, { ...given, attempts: 3 })
    await expect(signer.sign(TRANSFER)).rejects.toMatchObject({
      message: 'the key file of main is not a keystore file: it has no part named crypto',
    })
    expect(asked).toEqual([1])
  })

  test('whose file was exchanged for that of another key signs nothing', async () => {
    const { given } = sources(keystoreFile({ key: KNOWN.otherKey, password: PASSWORD }))
    const signer = await openSigner(ACCOUNT, given)
    await expect(signer.sign(TRANSFER)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `The key in /home/someone/wallets/main.json is that of ${KNOWN.otherAddress}, and main is ${KNOWN.address}`,
    })
  })
})

test('an account that can only be looked at refuses to sign, and says what to do instead', async () => {
  const watch: Account = {
    name: 'cold',
    family: 'evm',
    kind: 'watch',
    address: KNOWN.address,
    createdAt: ACCOUNT.createdAt,
  }
  await expect(openSigner(watch, sources(FILE).given)).rejects.toMatchObject({
    code: 'WALLET_REFUSED',
    message: 'The account cold has no key: it is watch-only',
    hint: 'Get what another wallet is to sign, with --unsigned, or choose an account: swapcli wallet list',
  })
})

const unit = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const hexData = fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const fields = {
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  data: hexData,
  value: unit(256n),
  gas: unit(40n).map((gas) => gas + 21_000n),
}
const transactions: fc.Arbitrary<UnsignedTransaction> = fc.oneof(
  fc.record({ ...fields, tip: unit(60n), rest: unit(60n) }).map(({ tip, rest, ...shared }) => ({
    ...shared,
    type: 'eip1559' as const,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: tip + rest,
  })),
  fc.record({ ...fields, gasPrice: unit(60n) }).map((shared) => ({ ...shared, type: 'legacy' as const })),
)

describe('signed bytes', () => {
  let signer: EvmSigner
  beforeAll(async () => {
    signer = await openSigner(ACCOUNT, sources(FILE).given)
  })

  test('hold exactly the fields that were given, as another library reads them', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, async (transaction) => {
        expect(read(await signer.sign(transaction))).toEqual(transaction)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['chainId', { chainId: 8453 }],
    ['nonce', { nonce: 4 }],
    ['to', { to: KNOWN.address }],
    ['data', { data: '0x00' }],
    ['value', { value: 10n ** 18n + 1n }],
    ['gas', { gas: 21_001n }],
    ['maxFeePerGas', { maxFeePerGas: 30_000_000_001n }],
    ['maxPriorityFeePerGas', { maxPriorityFeePerGas: 0n }],
  ])('with another %s than was asked for are refused', async (field, change) => {
    const raw = await signer.sign(TRANSFER)
    await expect(checkSigned(raw, TRANSFER, KNOWN.address)).resolves.toBeUndefined()
    await expect(checkSigned(raw, { ...TRANSFER, ...change }, KNOWN.address)).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `The signed transaction is not the requested one: its ${field} differs`,
    })
  })

  test('of another kind, by another key, or that are no transaction are refused', async () => {
    const { maxFeePerGas, maxPriorityFeePerGas: _, ...rest } = TRANSFER
    const legacy = { ...rest, type: 'legacy', gasPrice: maxFeePerGas } as const
    const raw = await signer.sign(legacy)
    await expect(checkSigned(raw, legacy, KNOWN.address)).resolves.toBeUndefined()
    for (const [bytes, transaction, address, field] of [
      [raw, TRANSFER, KNOWN.address, 'type'],
      [raw, { ...legacy, gasPrice: 1n }, KNOWN.address, 'gasPrice'],
      [raw, legacy, KNOWN.otherAddress, 'signer'],
      ['0x02', TRANSFER, KNOWN.address, 'type'],
      ['hello', TRANSFER, KNOWN.address, 'bytes'],
    ] as const) {
      await expect(checkSigned(bytes, transaction, address)).rejects.toMatchObject({
        message: `The signed transaction is not the requested one: its ${field} differs`,
      })
    }
  })

  test.each([
    ['chain id', { chainId: 0 }],
    ['chain id', { chainId: 1.5 }],
    ['nonce', { nonce: -1 }],
    ['recipient', { to: '0x12' }],
    ['recipient', { to: KNOWN.address.replace('F', 'f') }],
    ['data', { data: '0x123' }],
    ['data', { data: '' }],
    ['value', { value: -1n }],
    ['value', { value: 2n ** 256n }],
    ['gas limit', { gas: 20_999n }],
    ['gas price', { maxFeePerGas: -1n }],
    ['priority fee', { maxPriorityFeePerGas: TRANSFER.maxFeePerGas + 1n }],
  ])('are not made when the %s is out of range: %o', async (field, change) => {
    await expect(signer.sign({ ...TRANSFER, ...change })).rejects.toMatchObject({
      code: 'WALLET_REFUSED',
      message: `The transaction cannot be signed: its ${field} is out of range`,
    })
  })
})

/** Signed bytes as ox reads them, which leaves out zeros. */
function read(raw: string): UnsignedTransaction {
  const type = raw.startsWith('0x02') ? 'eip1559' : 'legacy'
  const envelope: Readonly<Record<string, unknown>> =
    type === 'eip1559'
      ? TxEnvelopeEip1559.deserialize(`0x02${raw.slice(4)}`)
      : TxEnvelopeLegacy.deserialize(`0x${raw.slice(2)}`)
  const text = (name: string, none: string) => {
    const value = envelope[name]
    return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number' ? String(value) : none
  }
  const amount = (name: string) => BigInt(text(name, '0'))
  const shared = {
    chainId: Number(text('chainId', '')),
    nonce: Number(text('nonce', '0')),
    to: text('to', ''),
    data: text('data', '0x'),
    value: amount('value'),
    gas: amount('gas'),
  }
  if (type === 'legacy') return { ...shared, type, gasPrice: amount('gasPrice') }
  const fees = { maxFeePerGas: amount('maxFeePerGas'), maxPriorityFeePerGas: amount('maxPriorityFeePerGas') }
  return { ...shared, type, ...fees }
}
