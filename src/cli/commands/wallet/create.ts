import { secureRandom } from '../../../io/index.ts'
import { mnemonicKey, newMnemonic } from '../../../wallet/index.ts'
import {
  backupCommand,
  chooseDerivation,
  DERIVATION_OPTIONS,
  freeName,
  keepKey,
  loadNewKeys,
  LOST_WITHOUT_FILE,
  NEW_NAME,
} from '../../accounts/new-account.ts'
import { PASSWORD_OPTIONS } from '../../pay/pay-options.ts'
import { passwordSource } from '../../accounts/password.ts'
import { showNewWords } from '../../accounts/secrets.ts'
import { defineCommand, type FlagsOf } from '../../command.ts'
import { refuseIdle } from '../../command-line/flags.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'
import { printAccount } from '../../views/wallet-view.ts'

const WORDS_OPTIONS = {
  mnemonic: { kind: 'switch', description: 'make it from new recovery words, shown on a terminal only' },
  words: { kind: 'choice', choices: ['12', '24'], value: 'n', defaultText: '12', description: 'how many words' },
  ...DERIVATION_OPTIONS,
} as const

/** A new key in a new key file. */
export const create = defineCommand({
  arguments: NEW_NAME,
  options: { ...WORDS_OPTIONS, ...PASSWORD_OPTIONS },
  examples: ['wallet create', 'wallet create savings --mnemonic'],
  run: async (session, args, flags) => {
    const name = await freeName(session, args.name)
    const { words, index, derivationPath } = flags
    if (!flags.mnemonic) {
      refuseIdle({ words, index, derivationPath }, 'to a new key without words', 'Add --mnemonic, or leave it out')
    }
    const keys = await loadNewKeys()
    const fromWords = flags.mnemonic ? await keyOfNewWords(session, flags) : undefined
    const key = fromWords?.key ?? keys.newPrivateKey(secureRandom)
    const source = passwordSource(session, flags)
    await printAccount(session, await keepKey(session, source, name, key, fromWords?.derivation))
    const { note } = session.output
    if (fromWords === undefined) {
      note(`keep a copy of the key file: ${backupCommand(name)}`)
      note(LOST_WITHOUT_FILE)
    } else note('the words are the only copy outside this machine')
  },
})

async function keyOfNewWords(
  session: Session,
  flags: FlagsOf<typeof WORDS_OPTIONS>,
): Promise<{ key: Uint8Array; derivation: string }> {
  if (!session.interactive) {
    throw usage('New recovery words are shown on a terminal only', 'Leave --mnemonic out to make a key without words')
  }
  const derivation = await chooseDerivation(flags, 'words')
  const phrase = await newMnemonic(secureRandom(flags.words === '24' ? 32 : 16))
  await showNewWords(session, phrase)
  return { key: await mnemonicKey(phrase, derivation), derivation }
}
