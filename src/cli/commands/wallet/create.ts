import { secureRandom } from '../../../io/index.ts'
import { loadKeys, mnemonicKey, newMnemonic } from '../../../wallet/index.ts'
import {
  chooseDerivation,
  DERIVATION_OPTIONS,
  freeName,
  keepKey,
  NEW_NAME,
  PASSWORD_OPTIONS,
} from '../../accounts/new-account.ts'
import { showNewWords } from '../../accounts/secrets.ts'
import { defineCommand, type FlagsOf } from '../../command.ts'
import type { Session } from '../../session.ts'
import { usage } from '../../usage.ts'

const WORDS_OPTIONS = {
  mnemonic: { kind: 'switch', description: 'with new recovery words, shown on a terminal only' },
  words: { kind: 'choice', choices: ['12', '24'], value: 'n', description: 'how many words (default 12)' },
  ...DERIVATION_OPTIONS,
} as const

type WordsFlags = FlagsOf<typeof WORDS_OPTIONS>

/** A new key in a new key file. */
export const create = defineCommand({
  arguments: NEW_NAME,
  options: { ...WORDS_OPTIONS, ...PASSWORD_OPTIONS },
  examples: ['wallet create', 'wallet create savings --mnemonic'],
  run: async (session, args, flags) => {
    const name = await freeName(session, args.name)
    refuseIdle(flags)
    const { newPrivateKey } = await loadKeys()
    const fromWords = flags.mnemonic ? await keyOfNewWords(session, flags) : undefined
    const key = fromWords?.key ?? newPrivateKey(secureRandom)
    await keepKey(session, flags, name, key, fromWords?.derivation)
    session.output.note(
      fromWords === undefined
        ? `keep a copy of the key file: swapcli wallet export ${name} > ${name}-backup.json\nwithout that file and its password, what is on this address is lost`
        : 'the words are the only copy outside this machine',
    )
  },
})

/** An option that would be passed over in silence may be what the user relies on. @throws USAGE */
function refuseIdle({ mnemonic, words, index, derivationPath }: WordsFlags): void {
  if (mnemonic) return
  const idle = Object.entries({ '--words': words, '--index': index, '--derivation-path': derivationPath })
  const [name] = idle.find(([, value]) => value !== undefined) ?? []
  if (name !== undefined)
    throw usage(`${name} does not apply to a new key without words`, 'Add --mnemonic, or leave it out')
}

async function keyOfNewWords(session: Session, flags: WordsFlags): Promise<{ key: Uint8Array; derivation: string }> {
  if (!session.interactive) {
    throw usage(
      'New recovery words are shown on a terminal only, and here is none',
      'Leave --mnemonic out to make a key without words',
    )
  }
  const derivation = chooseDerivation(flags, 'words')
  const phrase = await newMnemonic(secureRandom(flags.words === '24' ? 32 : 16))
  await showNewWords(session, phrase)
  return { key: await mnemonicKey(phrase, derivation), derivation }
}
