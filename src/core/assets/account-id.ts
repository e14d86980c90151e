/** An account on a chain as CAIP-10 names it: `eip155:1:0xd8dA…`. */
export type AccountId = `${string}:${string}:${string}`

/** The parts of an account's id. */
export interface AccountIdParts {
  /** CAIP-2 namespace of the chain's family: `eip155`. */
  readonly namespace: string
  /** What the chain is called within its namespace: `1`. */
  readonly reference: string
  readonly address: string
}

/** The id of an account on a chain (https://chainagnostic.org/CAIPs/caip-10). */
export function accountId({ namespace, reference, address }: AccountIdParts): AccountId {
  return `${namespace}:${reference}:${address}`
}

/** The parts of an id. Addresses of some families hold colons themselves. */
export function accountIdParts(id: AccountId): AccountIdParts {
  const [namespace = '', reference = '', ...address] = id.split(':')
  return { namespace, reference, address: address.join(':') }
}
