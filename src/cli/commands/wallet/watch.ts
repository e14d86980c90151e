import { askWatched, readWatched } from '../../accounts/watched-address.ts'
import { freeName, keepAccount, newWatch } from '../../accounts/new-account.ts'
import { defineCommand } from '../../command.ts'
import { printAccount } from '../../views/wallet-view.ts'

/** An address to watch, of any chain. */
export const watch = defineCommand({
  arguments: {
    address: { kind: 'text', required: true, description: 'address of any known chain' },
  },
  options: {
    name: { kind: 'text', value: 'name', description: 'name of the account', defaultText: 'main' },
    chain: { kind: 'chain', value: 'chain', description: 'whose address it is, where several chains could have it' },
  },
  examples: [
    'wallet watch 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 --name cold',
    'wallet watch bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq --name vault',
  ],
  notes: 'It has no key: swaps can be paid from it by another wallet, and nothing is signed for it here.',
  askMissing: async (session, _words, { chain }) => ({ words: [await askWatched(session, chain)], values: {} }),
  run: async (session, { address: text }, { name: wanted, chain }) => {
    const name = await freeName(session, wanted)
    const watched = newWatch(session, name, await readWatched(session, text.trim(), chain))
    await printAccount(session, await keepAccount(session, watched))
  },
})
