import { defineCommand } from '../../command.ts'
import { valuesOf } from './verify-keys.ts'

/** What keys can be set for, with what it does and its keys now. */
export const actions = defineCommand({
  examples: ['config actions', 'config actions --json', 'config set keys.refresh F5'],
  repairsSettings: true,
  run: async (session) => {
    const { actionText, keyActionsBy, writtenKey } = await import('../../../tui/index.ts')
    const { output } = session
    const found = keyActionsBy(valuesOf(session))
    if (output.json) {
      const data = found.map(({ id, uses }) => ({
        key: `keys.${id}`,
        uses: uses.map(({ on, label, keys }) => ({ on, does: label, keys: keys.map(writtenKey) })),
      }))
      return output.printJson({ data })
    }
    await output.table(
      ['KEY', 'WHAT IT DOES, AND ITS KEYS NOW'],
      found.map((action) => [`keys.${action.id}`, actionText(action)]),
    )
  },
})
