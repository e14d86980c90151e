import { SwapError } from '../../../core/api/errors.ts'
import { type ExaminedPlace, examineStore } from '../../backup/examine-store.ts'
import { defineCommand } from '../../command.ts'
import { duringSteps } from '../../output/spinner.ts'

/** Looks through the store and the wallet's file. */
export const check = defineCommand({
  options: {
    repair: {
      kind: 'switch',
      description: 'of a database, make anew what is made of documents: what is listed, counted and searched by',
    },
  },
  examples: ['store check', 'store check --network live --json'],
  notes:
    'Every document is held against its checksum and form, and what is listed, counted and searched by against the documents.\n' +
    'Servers may go on meanwhile; --repair changes no document, and holds their writes up while it counts anew. Pages of a\n' +
    "database that the disk has damaged are found by the database's own tools, such as pg_amcheck. Exit code 3 for damage.",
  stopsItself: true,
  local: true,
  run: async (session, _args, { repair }) => {
    const { output } = session
    const found = await duringSteps(session, 'Looking for damage', (show) => examineStore(session, repair, show))
    if (output.json) output.printJson({ data: found })
    else {
      for (const name of ['store', 'wallet'] as const) {
        const file = found[name]
        for (const line of file === null ? ['not there yet'] : linesOf(file)) {
          output.print(output.clean(`${name.padEnd(8)} ${line}`))
        }
      }
    }
    const damaged = [found.store, found.wallet].find((file) => file !== null && file.findings.length > 0)
    if (damaged === undefined || damaged === null) return
    const [first = '', ...more] = damaged.findings
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    throw new SwapError('STORE_UNUSABLE', `${damaged.place} is damaged: ${first}${others}`, {
      // What is made of documents says nothing of funds: they are whole.
      ...(damaged.next?.endsWith('--repair') === true ? {} : { funds: 'unknown' as const }),
      hint: damaged.next ?? 'Run swapcli doctor',
    })
  },
})

function linesOf({ place, findings, repaired, texts }: ExaminedPlace): readonly string[] {
  return [
    ...repaired.map((line) => `made anew: ${line}`),
    ...(texts === undefined ? [] : [texts]),
    ...(findings.length === 0 ? [`no damage in ${place}`] : findings),
  ]
}
