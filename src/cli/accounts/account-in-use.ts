import { basename } from 'node:path'
import { sameAddress } from '../../core/assets/address-key.ts'
import { isSwapError, restate, SwapError } from '../../core/api/errors.ts'
import { defined } from '../../core/defined.ts'
import { shellWord } from '../../core/text/command-line.ts'
import { type Account, isFamilyKey, isKeystoreFileOf } from '../../wallet/index.ts'
import { didYouMean } from '../command-line/unknown-name.ts'
import { usage } from '../usage.ts'
import { findLastPayer } from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { accountFiles } from './account-files.ts'

/*
 * The account that pays where none is named. What is lost of the accounts must never make another one of them pay in silence:
 * where that may be, it is said, and nothing is signed until one was chosen.
 */

/** Which account is in use. */
export type InUse =
  | { readonly account: Account }
  /** There is none, or there are several and none was chosen. */
  | { readonly account: undefined; readonly problem?: undefined; readonly count: number; readonly first?: string }
  /** It is lost, damaged, or may be. */
  | { readonly account: undefined; readonly problem: SwapError }

/** The account that the setting `wallet` names, else the only one. */
export async function findInUse(session: Session): Promise<InUse> {
  const files = accountFiles(session)
  const setting = session.settings.get('wallet')
  if (setting !== undefined) {
    try {
      const account = await files.find(setting.value)
      if (account === undefined) return { account, problem: await missingAccount(session, setting) }
      return isFamilyKey(account.family)
        ? { account }
        : { account: undefined, problem: foreignAccount(account, setting) }
    } catch (problem) {
      if (!isSwapError(problem)) throw problem
      return { account: undefined, problem }
    }
  }
  const { accounts: all, damaged } = await files.list()
  // One of a family that nothing is signed for is never in use.
  const accounts = all.filter(({ family }) => isFamilyKey(family))
  const [only, ...others] = accounts
  const [unreadable] = damaged
  if (unreadable !== undefined) {
    const problem = restate(unreadable.problem, {
      message: `Which account is in use is not known: ${lowerFirst(unreadable.problem.message)}`,
      hint: orUse(unreadable.problem.hint ?? 'swapcli doctor', only),
    })
    return { account: undefined, problem }
  }
  if (only === undefined || others.length > 0) {
    return { account: undefined, count: accounts.length, ...defined({ first: only?.name }) }
  }
  const problem = (await lostBeside(session, only)) ?? (await paidByAnother(session, only))
  return problem === undefined ? { account: only } : { account: undefined, problem }
}

/**
 * The account that is named, else the one in use; undefined where there is none at all.
 * @throws USAGE CONFIG_INVALID WALLET_REFUSED
 */
export async function accountInUse(session: Session, named: string | undefined): Promise<Account | undefined> {
  if (named !== undefined) return requireAccount(session, named)
  const found = await findInUse(session)
  if (found.account !== undefined) return found.account
  if (found.problem !== undefined) throw found.problem
  if (found.count === 0) return undefined
  throw new SwapError('WALLET_REFUSED', `There are ${found.count} accounts, and none is in use`, {
    reason: 'account',
    hint: `Choose one: swapcli wallet use ${found.first ?? 'NAME'}`,
  })
}

/** The account of this name. @throws USAGE when there is none */
export async function requireAccount(session: Session, name: string): Promise<Account> {
  const files = accountFiles(session)
  const account = await files.find(name)
  if (account !== undefined) return account
  const { accounts, damaged } = await files.list()
  const names = [...accounts, ...damaged].map((known) => known.name)
  throw usage(
    // A text that cannot be a name may be a key that was pasted in the wrong place.
    `No account ${/^[a-z0-9_-]{1,32}$/.test(name) ? `is named ${name}` : 'has this name'}${names.length === 0 ? '' : ` (accounts: ${names.join(', ')})`}${didYouMean(
      name,
      names,
    )}`,
    names.length === 0 ? 'Make one: swapcli wallet create' : 'See the accounts: swapcli wallet list',
  )
}

/** The setting names an account of a family that nothing is signed for. */
function foreignAccount({ name, family }: Account, { origin }: { readonly origin: string }): SwapError {
  return new SwapError('CONFIG_INVALID', `The account ${name} (from ${origin}) watches an address of ${family}`, {
    hint: 'Choose one that pays: swapcli wallet list, then swapcli wallet use NAME',
  })
}

/** The setting names an account that is not there. */
async function missingAccount(
  session: Session,
  { value, origin }: { readonly value: string; readonly origin: string },
): Promise<SwapError> {
  const leftovers = await accountFiles(session).leftovers()
  const key = leftovers.find((path) => isKeystoreFileOf(value, basename(path)))
  if (key === undefined) {
    return new SwapError('CONFIG_INVALID', `No account is named ${value} (from ${origin})`, {
      hint: 'Choose one: swapcli wallet list, then swapcli wallet use NAME',
    })
  }
  return new SwapError('CONFIG_INVALID', `The account file of ${value}, which is in use (from ${origin}), is missing`, {
    hint: `Put it back, or take its key up again: ${takeUp(value, key)}`,
  })
}

/** A key file without an account: the account in use may have been that one. */
async function lostBeside(session: Session, only: Account): Promise<SwapError | undefined> {
  const key = (await accountFiles(session).leftovers()).find((path) => path.endsWith('.json'))
  if (key === undefined) return undefined
  return unknownInUse(`no account has ${key}: its account file is lost, or was never written`, [
    `Take it up: ${takeUp('NAME', key)}`,
    only,
  ])
}

/** The newest swap was paid from an account that is not there. */
async function paidByAnother(session: Session, only: Account): Promise<SwapError | undefined> {
  const payer = await findLastPayer(session)
  if (payer === undefined || sameAddress(payer.address, only.address)) return undefined
  return unknownInUse(`the last swap was paid from ${payer.address} (run ${payer.run}), and no account has it`, [
    'If its account file is lost, put it back',
    only,
  ])
}

function unknownInUse(why: string, [first, only]: readonly [string, Account]): SwapError {
  return new SwapError('WALLET_REFUSED', `Which account is in use is not known: ${why}`, {
    reason: 'account',
    hint: orUse(first, only),
  })
}

function orUse(first: string, other: Account | undefined): string {
  return other === undefined ? first : `${first}; or go on with ${other.name}: swapcli wallet use ${other.name}`
}

function takeUp(name: string, key: string): string {
  return `swapcli wallet import ${name} --in-place --keystore ${shellWord(key)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
