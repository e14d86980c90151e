import { checkAddress } from '../../core/assets/address.ts'
import { SwapError } from '../../core/api/errors.ts'
import { findNames, isFamilyKey, type Names } from '../../wallet/index.ts'
import { chooseAccount } from './current-account.ts'
import { requireAccount } from './account-in-use.ts'
import { loadPayChains, type PayChains } from '../../payments/index.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'

/**
 * The address that a command looks at: a 0x address, an ENS name, which is said on stderr with what it stands for, the name
 * of an account, or else the account in use. @param wallet name of an account instead of the one in use
 * @throws USAGE INVALID_ADDRESS WALLET_REFUSED
 */
export async function addressToRead(
  session: Session,
  chains: PayChains,
  word: string | undefined,
  wallet: string | undefined,
): Promise<string> {
  if (word === undefined) return (await chooseAccount(session, wallet)).address
  const names = await findNames(word)
  if (names !== undefined) return addressOfName(session, chains, names, word)
  if (!/^0x/i.test(word)) {
    const { name, family, address } = await requireAccount(session, word)
    if (isFamilyKey(family)) return address
    throw usage(`The account ${name} watches an address of ${family}`, `swapcli balances --account ${name}`)
  }
  const checked = checkAddress('evm', word)
  if (checked.ok) return checked.canonical
  throw new SwapError('INVALID_ADDRESS', checked.reason)
}

async function addressOfName({ output }: Session, chains: PayChains, names: Names, name: string): Promise<string> {
  const { requireChain } = await loadPayChains()
  const found = await names.resolve(await requireChain(chains, names.chainKey), name)
  output.note(`${found.name} is ${found.address}`)
  return found.address
}
