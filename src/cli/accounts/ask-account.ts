import type { Account } from '../../wallet/index.ts'
import type { MissingAnswers } from '../command.ts'
import { BESIDE_LINE } from '../output/list-lines.ts'
import { type Choice, choose, promptColumns } from '../prompts.ts'
import type { Session } from '../session.ts'
import { printedAddress } from '../views/question-lines.ts'
import { addressFingerprint } from '../../core/assets/fingerprint.ts'
import { accountFiles } from './account-files.ts'
import { noAccount } from './current-account.ts'

/**
 * Lets a person choose an account, as the one argument of a command.
 * @param fits whether an account can be chosen. @default each can
 * @throws USAGE where there is none
 */
export async function askAccount(
  session: Session,
  question: string,
  fits: (account: Account) => boolean = () => true,
): Promise<MissingAnswers> {
  const { accounts } = await accountFiles(session).list()
  const fitting = accounts.filter(fits)
  if (fitting.length === 0) throw noAccount()
  return { words: [await choose(session, question, accountChoices(fitting, promptColumns(session)))], values: {} }
}

/** Accounts by name to choose from: an address stands whole beside its name, or alone beneath the marked one. @param width of the terminal */
export function accountChoices(
  accounts: readonly Pick<Account, 'name' | 'address'>[],
  width: number,
): readonly Choice<string>[] {
  const longest = Math.max(...accounts.map(({ name }) => name.length))
  const lines = accounts.map(({ name, address }) => `${name.padEnd(longest)}  ${printedAddress(address)}`)
  const fit = lines.every((line) => line.length + BESIDE_LINE <= width)
  return accounts.map(({ name, address }, at) => ({
    value: name,
    name: fit ? (lines[at] ?? name) : `${name}  [${addressFingerprint(address)}]`,
    spoken: `${name}, ${printedAddress(address)}`,
    short: name,
    ...(fit ? {} : { description: [address] }),
  }))
}
