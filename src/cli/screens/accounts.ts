import { isSwapError } from '../../core/api/errors.ts'
import { secureRandom } from '../../io/index.ts'
import type { AccountWork, NewAccountWay, WorkAsks, WorkFact } from '../../tui/index.ts'
import { type KeystoreAccount, loadPasswordRules, mnemonicKey, readMnemonic } from '../../wallet/index.ts'
import { accountFiles } from '../accounts/account-files.ts'
import { findInUse } from '../accounts/account-in-use.ts'
import { findKeyless } from '../accounts/keyless-account.ts'
import {
  backupCommand,
  freeName,
  keepAccount,
  keepKey,
  type KeptAccount,
  loadNewKeys,
  LOST_WITHOUT_FILE,
  newName,
  newWatch,
} from '../accounts/new-account.ts'
import { passwordSource } from '../accounts/password.ts'
import { readWatched } from '../accounts/watched-address.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import type { Session } from '../session.ts'
import { quietSession, screenApprovals } from './approvals.ts'

/** The accounts of this machine as the screens list and add them: what the commands do, asked for on the screens. */
export function screenAccounts(session: Session): AccountWork {
  return {
    list: async () => {
      const { accounts, damaged } = await accountFiles(session).list()
      if (damaged[0] !== undefined) throw damaged[0].problem
      const { account: inUse } = await findInUse(session)
      return accounts.map(({ name, address, kind }) => ({
        ...{ name, address, kind, inUse: name === inUse?.name },
        backup: kind === 'keystore' ? session.output.namePlace(backupCommand(name)) : '',
      }))
    },
    ...screenApprovals(session),
    add: async (way, asks) => {
      const notes: string[] = []
      const quiet = quietSession(session, (text) => notes.push(text))
      const kept = await ADD[way](quiet, asks)
      if (kept === undefined) return [['', 'nothing was kept']]
      const { account, inUse } = kept
      return [
        ['', `${account.name} is kept${inUse ? ', and in use' : ''}`],
        ['address', account.address],
        ...(way === 'create' ? backupFacts(session, account.name) : []),
        ...notes.map((text) => ['', text] as const),
      ]
    },
  }
}

const ADD: Readonly<Record<NewAccountWay, (session: Session, asks: WorkAsks) => Promise<KeptAccount | undefined>>> = {
  create: async (session, asks) => {
    const { name } = await askName(asks, async (text) => ({ name: await freeName(session, text), taken: undefined }))
    const keys = await loadNewKeys()
    return keepKey(session, newPasswords(session, asks), name, keys.newPrivateKey(secureRandom), undefined)
  },
  key: async (session, asks) => {
    const named = await askName(asks, (text) => nameToImport(session, text))
    const keys = await loadNewKeys()
    const text = await asks.text({
      ...{ question: 'Private key, 64 hex digits', leaving: 'keeps nothing', isHidden: true },
      problem: refusalOf(async (typed) => void keys.readPrivateKey(typed).fill(0)),
    })
    return keepConfirmed(session, asks, { ...named, key: keys.readPrivateKey(text), derivation: undefined })
  },
  words: async (session, asks) => {
    const named = await askName(asks, (text) => nameToImport(session, text))
    const typed = await asks.text({
      ...{ question: 'Recovery words, 12 to 24 of them in one line', leaving: 'keeps nothing', isHidden: true },
      problem: refusalOf(readMnemonic),
    })
    const passphrase = await askTwice(
      asks,
      'Passphrase of the words; Enter alone where they have none',
      () => undefined,
    )
    const index = await asks.text({
      question: 'Which account of the words? Enter alone takes the first, 0',
      problem: (text) => (/^[0-9]{0,9}$/.test(text) ? undefined : 'a number from 0 to 999999999'),
    })
    const keys = await loadNewKeys()
    const derivation = keys.derivationPath('words', Number(index))
    const key = await mnemonicKey(await readMnemonic(typed), derivation, passphrase)
    return keepConfirmed(session, asks, { ...named, key, derivation })
  },
  watch: async (session, asks) => {
    const { name } = await askName(asks, async (text) => ({ name: await freeName(session, text), taken: undefined }))
    const read = (text: string) => {
      const [address = '', chain] = text.trim().split(/\s+/)
      return readWatched(session, address, chain)
    }
    const text = await asks.text({
      question: 'Address to watch; its chain behind it where the address does not tell it',
      problem: refusalOf(read),
    })
    return keepAccount(session, newWatch(session, name, await read(text)))
  },
}

function backupFacts({ output }: Session, name: string): readonly WorkFact[] {
  return [
    ['back up', output.namePlace(backupCommand(name))],
    ['warning', LOST_WITHOUT_FILE],
  ]
}

/** Why work on an answer is refused, in its own words. */
function refusalOf(work: (text: string) => Promise<unknown>): (text: string) => Promise<string | undefined> {
  return async (text) => {
    try {
      await work(text)
      return undefined
    } catch (error) {
      if (isSwapError(error)) return error.message
      throw error
    }
  }
}

/** A name for an account, and the account that has it where that lacks its key. */
interface TakenName {
  readonly name: string
  readonly taken: KeystoreAccount | undefined
}

async function askName(asks: WorkAsks, take: (text: string | undefined) => Promise<TakenName>): Promise<TakenName> {
  const read = (text: string) => take(text.trim() === '' ? undefined : text.trim())
  return read(await asks.text({ question: 'Name of the account; Enter alone takes main', problem: refusalOf(read) }))
}

async function nameToImport(session: Session, text: string | undefined): Promise<TakenName> {
  const taken = await findKeyless(session, newName(text))
  return { name: taken?.name ?? (await freeName(session, text)), taken }
}

interface ImportedKey extends TakenName {
  readonly key: Uint8Array
  readonly derivation: string | undefined
}

/** Keeps a key once the person has seen whose it is; undefined where it is another one. */
async function keepConfirmed(
  session: Session,
  asks: WorkAsks,
  { name, taken, key, derivation }: ImportedKey,
): Promise<KeptAccount | undefined> {
  try {
    const address = await (await loadNewKeys()).addressOfKey(key)
    if (
      !(await asks.agree('Is this your account?', [
        ['name', name],
        ['address', address],
      ]))
    )
      return undefined
    return await keepKey(session, newPasswords(session, asks), name, key, derivation, undefined, taken)
  } finally {
    key.fill(0)
  }
}

/** The password of a new key file: from the file that the environment names, else asked for on the screens. */
function newPasswords(session: Session, asks: WorkAsks): Parameters<typeof keepKey>[1] {
  const source = passwordSource(session, NO_SIGNER_FLAGS)
  if (!source.asks) return source
  return {
    newPassword: async (question, account) => {
      const { passwordProblem } = await loadPasswordRules()
      return askTwice(asks, question, (text) => passwordProblem(text, account))
    },
  }
}

/** Asks for a secret twice, until both are the same; for none once. */
async function askTwice(
  asks: WorkAsks,
  question: string,
  problem: (text: string) => string | undefined,
): Promise<string> {
  for (let refused = ''; ; refused = 'They differ') {
    const first = await asks.text({ question, isHidden: true, refused, problem })
    if (first === '' || (await asks.text({ question: 'The same again', isHidden: true })) === first) return first
  }
}
