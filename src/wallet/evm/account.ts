import { accountId, type AccountId } from '../../core/assets/account-id.ts'

/** CAIP-10 id of an account on an EVM chain (https://namespaces.chainagnostic.org/eip155/caip10). */
export function evmAccountId(chainId: number, address: string): AccountId {
  return accountId({ namespace: 'eip155', reference: String(chainId), address })
}
