import { isEvmAddress, toChecksumAddress } from '../../core/assets/addresses/evm.ts'
import { confirmationsOf } from '../../core/evm/confirmations.ts'
import { defined } from '../../core/defined.ts'
import type { Family } from '../family.ts'
import { looksLikeEns } from './chain/ens-name.ts'
import { type EvmChain, requireEvmChain } from './evm-chain.ts'

/** Milliseconds between two looks at a node of this machine. */
const LOCAL_POLL_MS = 100

/** EVM chains: one address on all of them, transactions in the order of a nonce. What is slow to load is loaded when called. */
export const evmFamily: Family = {
  key: 'evm',
  readAddress: (text) => (isEvmAddress(text) ? toChecksumAddress(text) : undefined),
  openChain: ({ key, name, chainId, nativeSymbol }, { rpc, areLocal, publicAfterMs }): EvmChain => ({
    ...{ family: 'evm', key, name, chainId, nativeSymbol, rpc, confirmations: confirmationsOf(key) },
    ...defined({ pollMs: areLocal ? LOCAL_POLL_MS : undefined, publicAfterMs }),
  }),
  openSigner: async (account, sources) => (await import('./keys/unlock.ts')).openSigner(account, sources),
  openCallerSigner: async (account) => (await import('./keys/caller-account.ts')).callerSigner(account),
  createWallet: async (parts) => (await import('./wallet.ts')).createEvmWallet(parts),
  verifyPayload: async (exec, terms, nowMs) => (await import('./payload/payload.ts')).readPayload(exec, terms, nowMs),
  reviewDocument: async (review) => (await import('./unsigned-payment.ts')).reviewDocument(review),
  writeUnsigned: async (review, format, place) =>
    (await import('./unsigned-payment.ts')).writeUnsigned(review, format, place),
  readDecimals: async (chain, asset) => (await import('./chain/decimals.ts')).readDecimals(chain, asset),
  readArrival: async (chain, hash, of) => (await import('./chain/arrival.ts')).readArrival(chain, hash, of),
  loadKeys: async () => (await import('./keys/index.ts')).evmKeys,
  loadBalances: () => import('./chain/balances.ts'),
  loadApprovals: async () => (await import('./approvals/index.ts')).evmApprovals,
  loadClaims: async () => (await import('./lone-calls/claim.ts')).evmClaims,
  names: {
    chainKey: 'ethereum',
    isName: looksLikeEns,
    resolve: async (home, text, chainId) =>
      (await import('./chain/ens.ts')).resolveEns(requireEvmChain(home), text, chainId),
  },
}
