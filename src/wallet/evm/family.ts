import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { EVM_NAMESPACE } from './account.ts'
import type { Family } from '../family.ts'
import { requireEvmSigner } from './keys/signer.ts'
import { createEvmWallet } from './wallet.ts'
import { defined } from '../../core/defined.ts'

/** EVM chains: one address on all of them, transactions in the order of a nonce. */
export const evmFamily: Family = {
  key: 'evm',
  namespace: EVM_NAMESPACE,
  readAddress: (text) => (isEvmAddress(text) ? toChecksumAddress(text) : undefined),
  openSigner: async (account, sources) => (await import('./keys/unlock.ts')).openSigner(account, sources),
  createWallet: ({ address, clock, queue, options: { allowance, maxFeeRate, sequence }, ...parts }) =>
    createEvmWallet({
      signer: {
        family: 'evm',
        address,
        sign: async (transaction) => requireEvmSigner(await parts.signer()).sign(transaction),
      },
      chain: (chainKey) => parts.chain(chainKey),
      clock,
      ...defined({ queue }),
      options: { approve: allowance, ...defined({ maxFeePerGas: maxFeeRate, nonce: sequence }) },
    }),
}
