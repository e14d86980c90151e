import { toChecksumAddress } from '../../../core/assets/addresses/evm.ts'
import { SwapError } from '../../../core/api/errors.ts'
import type { Account } from '../../accounts/account-file.ts'
import type { LedgerApp, OpenLedger } from '../../accounts/signer-sources.ts'
import { checkSigned, checkUnsigned } from '../signature-check.ts'
import type { EvmSigner, UnsignedTransaction } from './signer.ts'
import { refusalFor } from '../../refusal.ts'

/** The Ethereum app of a Ledger device, as its package @ledgerhq/hw-app-eth offers it. */
export interface EthereumApp extends LedgerApp {
  /** @param path without the leading `m/` */
  getAddress(path: string): Promise<{ readonly address: string }>
  /** @param unsigned RLP of the transaction, hex without 0x @returns r, s and v as hex without 0x */
  signTransaction(
    path: string,
    unsigned: string,
  ): Promise<{ readonly r: string; readonly s: string; readonly v: string }>
}

function isEthereumApp(app: LedgerApp): app is EthereumApp {
  return 'getAddress' in app && 'signTransaction' in app
}

type LedgerAccount = Extract<Account, { kind: 'ledger' }>

/**
 * The address that a device has at a path.
 * @param derivation `m/44'/60'/0'/0/0`
 * @throws WALLET_REFUSED
 */
export async function ledgerAddress(open: OpenLedger, derivation: string): Promise<string> {
  return withDevice(open, async (app) => {
    const { address } = await app.getAddress(devicePath(derivation))
    return toChecksumAddress(address)
  })
}

/** Signs on a Ledger device, which shows the transaction and asks for a button; it is connected for each signature. */
export function ledgerSigner({ address, derivation }: LedgerAccount, open: OpenLedger): EvmSigner {
  return {
    family: 'evm',
    address,
    sign: async (transaction) => {
      checkUnsigned(transaction)
      const raw = await withDevice(open, async (app) => {
        const path = devicePath(derivation)
        const found = toChecksumAddress((await app.getAddress(path)).address)
        if (found !== address) {
          throw refusalFor(
            'device',
            `The connected Ledger has ${found} at ${derivation}, not ${address}`,
            'Connect the device that the account was imported from',
          )
        }
        return signOn(app, path, transaction, address)
      })
      await checkSigned(raw, transaction, address)
      return raw
    },
  }
}

async function signOn(app: EthereumApp, path: string, unsigned: UnsignedTransaction, address: string): Promise<string> {
  const { asHex, recoverTransactionAddress, serializeTransaction } = await import('./viem.ts')
  const fields = { ...unsigned, to: asHex(unsigned.to), data: asHex(unsigned.data) }
  const { r, s } = await app.signTransaction(path, serializeTransaction(fields).slice(2))
  // The device's v is cut to one byte for large chain ids, so both parities are tried against the address instead.
  for (const [yParity, v] of [
    [0, 27n],
    [1, 28n],
  ] as const) {
    const raw = serializeTransaction(fields, {
      r: asHex(r.padStart(64, '0')),
      s: asHex(s.padStart(64, '0')),
      yParity,
      v,
    })
    const signer = await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => undefined)
    if (signer !== undefined && toChecksumAddress(signer) === address) return raw
  }
  throw refusalFor(
    'device',
    'The signature that the Ledger gave is not from its own address',
    'Update the Ethereum app, then retry',
  )
}

/** Turns a failure of the device into an error that a person can act on. */
async function withDevice<T>(open: OpenLedger, use: (app: EthereumApp) => Promise<T>): Promise<T> {
  const app = await open()
  try {
    if (!isEthereumApp(app)) throw new Error('the device opened an app of another family')
    return await use(app)
  } catch (cause) {
    if (cause instanceof SwapError) throw cause
    const status = typeof cause === 'object' && cause !== null && 'statusCode' in cause ? cause.statusCode : undefined
    const known = typeof status === 'number' ? DEVICE_ANSWERS.get(status) : undefined
    const [message, hint] = known ?? ['The Ledger did not answer as expected', CONNECT]
    throw new SwapError('WALLET_REFUSED', message, { reason: 'device', hint, cause })
  } finally {
    await app.close().catch(() => undefined)
  }
}

const CONNECT = 'Connect it, unlock it, open its Ethereum app, and run the same command again'

/** Status words of the device (Ledger's "Ethereum application: technical specifications"). */
const DEVICE_ANSWERS: ReadonlyMap<number, readonly [message: string, hint: string]> = new Map([
  [0x6985, ['Declined on the Ledger', 'Nothing was signed. Run the same command again to retry']],
  [0x6a80, ['The Ledger refuses to sign data that it cannot display', 'Allow blind signing in its Ethereum app']],
  [0x5515, ['The Ledger is locked', CONNECT]],
  [0x6b0c, ['The Ledger is locked', CONNECT]],
  [0x6d00, ['The Ethereum app is not open on the Ledger', CONNECT]],
  [0x6e00, ['The Ethereum app is not open on the Ledger', CONNECT]],
  [0x6511, ['The Ethereum app is not open on the Ledger', CONNECT]],
])

function devicePath(derivation: string): string {
  return derivation.replace(/^m\//, '')
}
