import { accountId, type AccountId } from '../../core/assets/account-id.ts'

/** CAIP-2 namespace of EVM chains (https://namespaces.chainagnostic.org/eip155). */
export const EVM_NAMESPACE = 'eip155'

/** CAIP-10 id of an EVM account. @param address 0x address with EIP-55 capitals */
export function evmAccountId(chainId: number, address: string): AccountId {
  return accountId({ namespace: EVM_NAMESPACE, reference: String(chainId), address })
}
