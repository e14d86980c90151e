import type { SwapError } from '../../core/api/errors.ts'
import { loadLedgerPackages } from '../../io/index.ts'
import { type Account, type AccountKind, isFamilyKey, loadFamily, refusalFor, type Signer } from '../../wallet/index.ts'
import { defineArguments } from '../command.ts'
import type { SignerFlags } from '../pay/pay-options.ts'
import { usage } from '../usage.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'
import { accountInUse } from './account-in-use.ts'

/** The account that this run of the program is about. */
export interface CurrentAccount {
  readonly name: string
  /** Canonical form. */
  readonly address: string
  readonly kind: AccountKind
  /** Whose rules its address follows: one that this wallet cannot sign for where it only watches. */
  readonly family: Account['family']
  /**
   * Signs for it; the password is asked for at the first signature, and only once however often this is called.
   * @throws WALLET_REFUSED for an account without a key
   */
  signer(): Promise<Signer>
}

/** How a person is asked while something is signed. @default on the terminal */
export interface SigningAsks {
  /** Password of an account. @param attempt from 1 @throws what ends the signing */
  password(account: string, attempt: number): Promise<string>
  /** Told when the person must look at a device. */
  device(text: string): void
  /** As of `WalletAsks` of the screens. */
  waiting(text: string, doing: string | undefined): void
}

/** An account that must be named, for what changes it. */
export const NAME = defineArguments({
  name: {
    kind: 'text',
    required: true,
    hint: 'See the accounts: swapcli wallet list',
    description: 'name of the account',
  },
})

/** An account that may be named. */
export const ONE_NAME = defineArguments({
  name: { kind: 'text', description: 'name of the account; without it the one in use' },
})

/** The account as an option. */
export const ACCOUNT_OPTION = {
  wallet: { kind: 'text', value: 'name', description: 'account, instead of the one in use' },
} as const

/** How often a person may try a password on the screens; the terminal asks until it is right. */
const ATTEMPTS = 3

/**
 * The account named by --wallet, else by the setting `wallet`, else the only one; undefined when there is none at all.
 * @throws USAGE or CONFIG_INVALID for a name that no account has, WALLET_REFUSED when there are several and none is chosen
 */
export async function currentAccount(
  session: Session,
  flags: SignerFlags,
  asks?: SigningAsks,
): Promise<CurrentAccount | undefined> {
  const account = await accountInUse(session, flags.wallet)
  if (account === undefined) return undefined
  const { name, address, kind, family } = account
  let opened: Promise<Signer> | undefined
  return { name, address, kind, family, signer: () => (opened ??= openAccountSigner(session, flags, account, asks)) }
}

/** The same for what only an account that this wallet can sign for does. @throws USAGE without one, WALLET_REFUSED for another */
export async function requirePayer(session: Session, flags: SignerFlags, asks?: SigningAsks): Promise<CurrentAccount> {
  const account = await currentAccount(session, flags, asks)
  if (account === undefined) throw noAccount()
  if (!isFamilyKey(account.family)) throw signsNothing(account.name, account.family)
  if (account.kind === 'watch') {
    throw refusalFor(
      'account',
      `The account ${account.name} is watch-only: it has no key to sign with`,
      'Do it in the wallet that has its key, or choose another account: swapcli wallet list',
    )
  }
  return account
}

/** The refusal for an account whose family this wallet cannot sign for. */
export function signsNothing(name: string, family: string): SwapError {
  return refusalFor(
    'account',
    `The account ${name} watches an address of ${family}, and nothing is signed with it`,
    'Choose another account: swapcli wallet list',
  )
}

/** The account that is named, else the one in use. @throws USAGE when there is none */
export async function chooseAccount(session: Session, name: string | undefined): Promise<Account> {
  const account = await accountInUse(session, name)
  if (account !== undefined) return account
  throw noAccount()
}

/** The one name of an account that `<name>` and --wallet give. @throws USAGE when they differ */
export function nameGivenOnce(name: string | undefined, wallet: string | undefined): string | undefined {
  if (name !== undefined && wallet !== undefined && name !== wallet) {
    throw usage('<name> and --wallet contradict each other', 'Name the account once, and leave --wallet out')
  }
  return name ?? wallet
}

/** The refusal where an account is needed and there is none. */
export function noAccount(): SwapError {
  return usage('There are no accounts yet', 'Make one: swapcli wallet create')
}

async function openAccountSigner(
  session: Session,
  flags: SignerFlags,
  account: Account,
  asks: SigningAsks | undefined,
): Promise<Signer> {
  if (!isFamilyKey(account.family)) throw signsNothing(account.name, account.family)
  const [family, { passwordSource, WRONG_PASSWORD }, { openLedgerDevice }] = await Promise.all([
    loadFamily(account.family),
    import('./password.ts'),
    loadLedgerPackages(),
  ])
  const source = passwordSource(session, flags)
  return family.openSigner(account, {
    files: accountFiles(session),
    attempts: !source.asks ? 1 : asks === undefined ? Infinity : ATTEMPTS,
    password: async (attempt) =>
      source.asks && asks !== undefined
        ? asks.password(account.name, attempt)
        : source.password(`Password of ${account.name}:`, attempt === 1 ? undefined : WRONG_PASSWORD),
    openLedger: async () => {
      const text = 'look at the Ledger, and confirm there'
      if (asks === undefined) session.output.note(text)
      else asks.device(text)
      return openLedgerDevice()
    },
  })
}
