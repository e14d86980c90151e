import { defineCommand } from '../../command.ts'
import { REVOKE_OPTIONS, revokeNamed } from './approvals/revoke.ts'

/** Takes one approval back: the short form of `wallet approvals revoke`. */
export const revoke = defineCommand({
  arguments: {
    token: {
      kind: 'text',
      required: true,
      question: 'Token:',
      description: 'token; chain:TOKEN, or TOKEN with --chain',
    },
    spender: { kind: 'text', required: true, question: 'Spender:', description: 'contract that may take it' },
  },
  options: REVOKE_OPTIONS,
  examples: ['wallet revoke base:USDC 0x6fF5693b99212Da76ad316178A184AB56D299b43 --network live'],
  notes: 'See what may be taken: swapcli wallet approvals list. An approval that no payment here made is revoked too.',
  movesMoney: true,
  run: (session, { token, spender }, flags) => revokeNamed(session, [token, spender], { ...flags, all: false }),
})
