import { type CommandGroup, entry } from '../../../command.ts'

/** What contracts may take of the wallet since its payments approved them, and taking that back. */
export const approvals: CommandGroup = {
  kind: 'group',
  defaultAction: 'list',
  actions: [
    entry('list', 'List what contracts may still spend', async () => (await import('./list.ts')).approvalsList),
    entry('revoke', 'Revoke approvals', async () => (await import('./revoke.ts')).approvalsRevoke),
  ],
  examples: ['wallet approvals --network live', 'wallet approvals revoke --all --network live'],
}
