import { SwapError } from '../../core/api/errors.ts'
import { countText } from '../../core/text/count-text.ts'
import { exportHome } from '../backup/export-home.ts'
import { defineCommand } from '../command.ts'
import { findOlderHome } from '../pay/home/known-home.ts'
import type { Session } from '../session.ts'
import { usage } from '../usage.ts'
import { describeOlder } from '../../wallet/index.ts'

/** Lines that are written before it is waited until whoever reads them has them. */
const LINES = 200

/** Prints everything that the home knows, for other programs. */
export const exportCommand = defineCommand({
  options: {
    jsonl: { kind: 'switch', description: 'one JSON document a line: transactions, then runs, then events' },
  },
  examples: ['export --jsonl > swaps.jsonl', 'export --jsonl --network live'],
  notes: 'Amounts are base units as decimal text. No signed bytes and no secret are in it. See swapcli help jsonl',
  local: true,
  run: async (session, _args, { jsonl }) => {
    const { output } = session
    if (!jsonl) throw usage('export needs to know the format', 'swapcli export --jsonl')
    let damaged = 0
    let lines = 0
    const tell = (error: SwapError) => {
      damaged += 1
      output.problem(error, 'export', false)
    }
    for await (const line of exportHome(session, tell)) {
      output.printJson(line)
      lines += 1
      if (lines % LINES !== 0) continue
      // All that is written and not read yet would be kept in memory.
      await output.end()
      if (output.gone.aborted) return
    }
    const lost = await findLost(session)
    if (lost !== undefined && damaged === 0) throw lost
    if (lost !== undefined) output.problem(lost, 'export', false)
    if (damaged === 0) return
    throw new SwapError(
      'STORE_UNUSABLE',
      `${countText(damaged, 'document cannot be read and is', 'documents cannot be read and are')} not in it`,
      {
        hint: 'swapcli doctor',
      },
    )
  },
})

/** What an export lacks because a file of the home was lost; an older copy of both is whole in itself, and only said to be one. */
async function findLost(session: Session): Promise<SwapError | undefined> {
  const older = await findOlderHome(session)
  if (older === undefined) return undefined
  const text = describeOlder(older, older.hasOpen)
  if (older.behind !== 'home')
    return new SwapError('STORE_UNUSABLE', `What was lost is not in it. ${text}`, {
      funds: 'unknown',
      hint: 'swapcli doctor',
    })
  session.output.warn(`${text} (swapcli doctor)`)
  return undefined
}
