import { countText } from '../../../core/text/count-text.ts'
import { defineCommand } from '../../command.ts'
import { compactWallet } from '../../pay/compact-wallet.ts'
import { networksWithRuns } from '../../../payments/index.ts'
import { openAdmin } from '../../session.ts'

/** Removes what is past its time. */
export const compact = defineCommand({
  examples: ['store compact', 'store compact --network live --json'],
  notes:
    'Goes: quoted routes, unused locks and events that are older than keep-locks and keep-events say, and runs that ended\n' +
    'with nothing signed, as old as keep-locks says. Stays: transactions, hashes, and all that was ever signed.',
  local: true,
  run: async (session) => {
    const { output } = session
    const admin = await openAdmin(session)
    const hasRuns = (await networksWithRuns(session.home)).includes(session.network)
    const files = { store: await admin.compactStore(), wallet: hasRuns ? await compactWallet(session) : null }
    if (output.json) output.printJson({ data: files })
    else {
      for (const [name, file] of Object.entries(files)) {
        if (file === null) continue
        const { removed, beforeBytes, afterBytes, free } = file
        const what = countText(removed, name === 'store' ? 'row' : 'run')
        const sizes =
          free === 'for-new-rows'
            ? `${kib(afterBytes)} with the space that is free for new rows`
            : `${kib(beforeBytes)} before, ${kib(afterBytes)} now`
        output.print(output.clean(`${name.padEnd(8)} ${what} removed, ${sizes}`))
      }
    }
  },
})

/** Bytes as text. */
export function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`
}
