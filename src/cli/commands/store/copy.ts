import { resolve } from 'node:path'
import { countText } from '../../../core/text/count-text.ts'
import { type CopyProgress, type CopyResult, planStoreCopy, runStoreCopy } from '../../backup/copy-stores.ts'
import { refuseSamePlace, readStorePlace, STORE_WORDS } from '../../backup/store-places.ts'
import { defineCommand } from '../../command.ts'
import type { Session } from '../../session.ts'
import type { StorePlace } from '../../../store/index.ts'
import { forgetMovedStore, noteMovedStore } from '../../pay/home/moved-store.ts'
import { storeFile } from '../../../payments/index.ts'
import { duringSteps } from '../../output/spinner.ts'

/** What stays behind of every store. */
const NOT_COPIED = ['routes', 'rates', 'leases']

/** How the collections are called, one and several. */
const NAMES: Readonly<Record<keyof CopyResult['collections'], readonly [one: string, several: string]>> = {
  transactions: ['transaction', 'transactions'],
  locks: ['lock', 'locks'],
  events: ['event', 'events'],
  idempotency: ['idempotent request', 'idempotent requests'],
  documents: ['small document', 'small documents'],
  catalog_chains: ['added chain', 'added chains'],
  catalog_assets: ['added asset', 'added assets'],
}

/** Copies the store of a network into another one. */
export const copy = defineCommand({
  arguments: {
    from: {
      kind: 'text',
      required: true,
      description: `the store to copy: ${STORE_WORDS}`,
      suggestions: ['file', 'database'],
    },
    to: {
      kind: 'text',
      required: true,
      description: 'the store to make, named likewise',
      suggestions: ['database', 'file'],
    },
  },
  options: {
    aside: {
      kind: 'switch',
      description:
        'set the file that TO names aside first, as a copy beside it, where it is a store that is used already',
    },
    dryRun: { kind: 'switch', description: 'only say what would be copied' },
    leave: {
      kind: 'list',
      commas: false,
      value: 'name',
      of: { kind: 'text' },
      description: 'leave this damaged document behind, as it was named: transactions:tx_1',
    },
  },
  examples: [
    'store copy file database',
    'store copy database file --aside',
    'store copy database backup.db --network live --json',
  ],
  notes:
    'Stop every server and command that uses either store first: one that is in use is refused. What holds swaps already is never\n' +
    'written to; --aside copies such a file to another name first, and then takes its place. Ended at any moment and run again, it\n' +
    'goes on where it was; until it is whole, nothing opens the copy. At the end the documents of both are compared, by their\n' +
    'number and by a digest. The store that was copied stays as it was. Quoted routes, which run out within minutes,\n' +
    'and rates of earlier quotes, which only charts show, are left out.',
  stopsItself: true,
  local: true,
  run: async (session, args, { aside, dryRun, leave }) => {
    const { output, signal } = session
    const [from, to] = [await readStorePlace(session, 'FROM', args.from), await readStorePlace(session, 'TO', args.to)]
    refuseSamePlace(from, to)
    const asideStamp = aside ? new Date(session.clock.now()).toISOString() : undefined
    if (dryRun) {
      const plan = await planStoreCopy({ from, to, asideStamp })
      if (output.json) return output.printJson({ data: { ...plan, notCopied: NOT_COPIED } })
      return output.fields([
        ['from', plan.from],
        ['to', `${plan.to}, ${TARGETS[plan.target]}`],
        ['copies', describeRows((name) => plan.rows[name])],
      ])
    }
    const result = await duringSteps(session, 'Opening both stores', (show) =>
      runStoreCopy({
        ...{ from, to, asideStamp, leave: new Set(leave), signal },
        onProgress: (progress) => show(describeStep(progress)),
      }),
    )
    const own = resolve(storeFile(session.home, session.network))
    if (to.kind === 'file' && to.path === own) await forgetMovedStore(session)
    if (to.kind === 'database' && from.kind === 'file' && from.path === own) await noteMovedStore(session, result.to)
    if (output.json) return output.printJson({ data: { ...result, notCopied: NOT_COPIED } })
    await output.fields([
      ['from', result.from],
      ['to', result.to],
      [result.outcome === 'there' ? 'was there' : 'copied', describeRows((name) => result.collections[name].rows)],
      [
        'compared',
        `every collection, by the number and a digest of its documents: both are the same${result.left.length === 0 ? '' : ', but for what was left behind'}`,
      ],
      ...(result.setAside === undefined ? [] : [['set aside', result.setAside] as const]),
    ])
    for (const name of result.left) output.warn(`left behind   ${name}`)
    output.note(nextStep(session, to, own))
  },
})

/** How the copy becomes the store of the home. @param own path of the file that is the home's store */
function nextStep({ store }: Session, to: StorePlace, own: string): string {
  if (to.kind === 'database')
    return to.url === store ? 'the setting store names it' : 'to use it: swapcli config set store -'
  if (to.path !== own)
    return `no home uses it: to make it the store of this one: swapcli store copy ${to.path} file --aside`
  return store === undefined ? 'the home uses it' : 'to use it: swapcli config unset store'
}

const TARGETS = {
  unused: 'which holds nothing',
  unfinished: 'which is an unfinished copy of it',
  used: 'which holds as many already: run without --dry-run, they are compared',
  'set-aside': 'which is used already: it is kept under another name first',
} as const

function describeRows(rowsOf: (name: keyof typeof NAMES) => number): string {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .map((name) => countText(rowsOf(name), ...NAMES[name]))
    .join(', ')
}

function describeStep({ step, collection, rows, total }: CopyProgress): string {
  if (step === 'finish') return 'Building what searches and totals need'
  const what = collection === undefined ? '' : NAMES[collection][1]
  return step === 'compare' ? `Comparing ${what}` : `Copying ${what}, ${rows ?? 0} of ${total ?? 0}`
}
