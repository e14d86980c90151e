import { defineCommand } from '../../command.ts'
import { askArgument } from '../../prompts.ts'
import { REVOKE_OPTIONS, revokeNamed } from './approvals/revoke.ts'

/** Takes one approval back: the short form of `wallet approvals revoke`. */
export const revoke = defineCommand({
  arguments: {
    token: { kind: 'text', description: 'token; chain:TOKEN, or TOKEN with --chain' },
    spender: { kind: 'text', description: 'contract that may take it' },
  },
  options: REVOKE_OPTIONS,
  examples: ['wallet revoke base:USDC 0x6fF5693b99212Da76ad316178A184AB56D299b43 --network live'],
  notes: 'See what may be taken: swapcli wallet approvals list. An approval that no payment here made is revoked too.',
  movesMoney: true,
  run: async (session, { token, spender }, flags) => {
    const isChosen = token === undefined && session.interactive && !flags.yes
    // A token alone would name every approval of it.
    const words = isChosen
      ? []
      : [
          token ?? (await askArgument(session, 'token', 'Token:')),
          spender ?? (await askArgument(session, 'spender', 'Spender:')),
        ]
    await revokeNamed(session, words, { ...flags, all: false })
  },
})
