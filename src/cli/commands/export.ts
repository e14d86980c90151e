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
    const damaged = { documents: 0, files: 0 }
    let lines = 0
    const tell = (kind: keyof typeof damaged) => (error: SwapError) => {
      damaged[kind] += 1
      output.problem(error, 'export', false)
    }
    for await (const line of exportHome(session, { document: tell('documents'), file: tell('files') })) {
      output.printJson(line)
      lines += 1
      if (lines % LINES !== 0) continue
      // All that is written and not read yet would be kept in memory.
      await output.end()
      if (output.gone.aborted) return
    }
    // What a damaged file says of losses cannot be believed, nor may it be read at all.
    const lost = damaged.files > 0 ? undefined : await findLost(session)
    const incomplete = describeDamage(damaged)
    if (incomplete === undefined) {
      if (lost !== undefined) throw lost
      return
    }
    if (lost !== undefined) output.problem(lost, 'export', false)
    throw new SwapError('STORE_UNUSABLE', incomplete, { hint: 'swapcli doctor' })
  },
})

/** What an export lacks because of damage; undefined where there is none. */
function describeDamage({ documents, files }: Readonly<Record<'documents' | 'files', number>>): string | undefined {
  const left = `${countText(documents, 'document cannot be read and is', 'documents cannot be read and are')} not in it`
  if (files === 0) return documents === 0 ? undefined : left
  const doubt = 'The home is damaged: lines may be missing from it, or be in it twice'
  return documents === 0 ? doubt : `${left}. ${doubt}`
}

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
