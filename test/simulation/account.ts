import type { CurrentAccount } from '../../src/cli/accounts/current-account.ts'
import type { EvmSigner } from '../../src/wallet/evm/keys/signer.ts'
import type { Session } from '../../src/cli/session.ts'
import { OWNER } from './world.ts'

/* What the commands get in place of the accounts of a home: the one account of the simulation, which signs without a password. */

/** A session with what signs for its account. */
export interface SigningSession extends Session {
  readonly signer: EvmSigner
}

const ACCOUNT = { name: 'sim', address: OWNER, kind: 'ledger', family: 'evm' } as const

export async function accountInUse() {
  return ACCOUNT
}

export async function currentAccount(session: Session): Promise<CurrentAccount> {
  return { ...ACCOUNT, signer: async () => (session as SigningSession).signer }
}

export async function requireAccount() {
  return ACCOUNT
}

export function noAccount(): Error {
  return new Error('the simulation has one account, and no account was found')
}
