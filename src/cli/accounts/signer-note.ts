import { sameAddress } from '../../core/assets/address-key.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'

/**
 * Warns before a lock when no account here can sign for the depositor. It is no refusal: only execution tells which route needs
 * a signature, and a deposit needs none.
 */
export async function noteMissingSigner(
  session: Session,
  flags: SignerFlags,
  depositor: string,
  { addressFamily }: Pick<CatalogChain, 'addressFamily'>,
): Promise<void> {
  if (session.network !== 'live' || addressFamily !== 'evm') return
  const { currentAccount } = await import('./current-account.ts')
  const account = await currentAccount(session, flags)
  const isOwn = account !== undefined && sameAddress(account.address, depositor)
  if (isOwn && account.kind !== 'watch') return
  const why = isOwn ? `the account ${account.name} has no key` : `no account in use signs for ${depositor}`
  session.output.note(
    `warning: ${why}: only a deposit sent by hand, or --unsigned for another signer, pays this; accounts: swapcli wallet list`,
  )
}

/**
 * A password that cannot be read is found before there is a quote or a lock. Accounts that none opens need none.
 * @throws WALLET_REFUSED
 */
export async function verifyPassword(session: Session, flags: SignerFlags): Promise<void> {
  if (session.network !== 'live') return
  const [{ accountInUse }, { verifyPasswordFile }] = await Promise.all([
    import('./account-in-use.ts'),
    import('./password.ts'),
  ])
  // Which account is meant is refused where it is needed.
  const account = await accountInUse(session, flags.wallet).catch(() => undefined)
  if (account?.kind === 'keystore') await verifyPasswordFile(session, flags)
}
