import { randomBytes } from 'node:crypto'
import { chmod, rename, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '../../src/cli/commands/execute.ts'
import { lock } from '../../src/cli/commands/lock.ts'
import { quote } from '../../src/cli/commands/quote.ts'
import { resume } from '../../src/cli/commands/resume.ts'
import { swap } from '../../src/cli/commands/swap.ts'
import type { Json as StoredJson } from '../../src/core/ports.ts'
import { openDocuments } from '../../src/store/sqlite/open-documents.ts'
import { RUN_FORMAT } from '../../src/wallet/run/run-document.ts'
import { createKeystore } from '../../src/wallet/evm/keys/keystore.ts'
import { asObject } from '../support/contract-fields.ts'
import { type CommandPlace, runCommand, type Said } from '../support/command-session.ts'
import { failed, refused, SIGNED, PRINTED } from './case.ts'
import { type Change, type Json, put } from './hostile-server.ts'
import { type AttackCase, type NeighbourCase, type Payment, type Scene, THIEF } from './range.ts'

/*
 * Files that somebody else changed: the run that is resumed, the documents of a pipe, keys and passwords that others may read
 * or write.
 */

const PAYS = ['100', 'base:USDC', 'base:DAI'] as const
type Run = NonNullable<Payment['run']>
type Values = Parameters<Run>[1]

/** A swap that stops before its payment, since that would cost too much; its home is changed, and the run resumed. */
const stopped =
  (work: (place: CommandPlace, scene: Scene) => Promise<void>, more: Values = {}): Run =>
  async (place, values, scene) => {
    await runCommand(swap, PAYS, { ...values, maxCost: '0.0001usd' }, place)
    await work(place, scene)
    const { passwordFile = '' } = values
    return runCommand(resume, [], { yes: true, wait: false, passwordFile, maxCost: '5%', ...more }, place)
  }

/** The same, whose run is changed. */
const resumed = (change: (run: Json, scene: Scene) => unknown, more: Values = {}): Run =>
  stopped((place, scene) => editRuns(place, (run) => change(reopened(run), scene)), more)

/** A refused run as one that was left before its payment. */
function reopened(document: Json): Json {
  const { closedAs: _end, reason: _why, paymentAgreed: _no, ...run } = asObject(document['run'])
  return { ...document, run: { ...run, step: 'executed' } }
}

/**
 * Changes every run of a home.
 * @param change undefined takes a document away @param copy key under which it is kept beside the old one. @default in its place
 */
export async function editRuns(
  { home = '' }: CommandPlace,
  change: (run: Json) => unknown,
  copy?: string,
): Promise<void> {
  const documents = await openDocuments({ path: join(home, 'wallet-live.db') })
  for (const { key, doc, version } of await documents.list('run:')) {
    await documents.put(copy ?? key, change(asObject(doc)) as StoredJson, copy === undefined ? version : 0)
  }
  await documents.close()
}

/** `quote --json | lock - --json | execute - --json`, with documents that are changed on the way. */
const piped =
  ({ quoted = same, locked = same }: { readonly quoted?: Change; readonly locked?: Change }): Run =>
  async (place, { provider = '' }, { payer }) => {
    const words = PAYS
    const first = await runCommand(quote, words, { provider, depositor: payer, recipient: payer }, place)
    if (first.error !== undefined) return first
    const second = await runCommand(lock, ['-'], { provider }, { ...place, stdin: changed(first, quoted) })
    if (second.error !== undefined) return second
    return runCommand(execute, ['-'], { accept: [] }, { ...place, stdin: changed(second, locked) })
  }
const same: Change = (document) => document
const changed = ({ stdout }: Said, change: Change) => JSON.stringify(change(asObject(JSON.parse(stdout))))

const attack = (name: string, ending: AttackCase['ending'], run: Run, more: Partial<Payment> = {}): AttackCase => ({
  ...{ name, who: 'file', ending, swap: PAYS, run, mayNotKnow: true, ...more },
})
/** The usual payment, after something was done to the files of the home. */
export const paysAfter =
  (work: (home: string, scene: Scene) => Promise<unknown>): Run =>
  async (place, values, scene) => {
    await work(place.home ?? '', scene)
    return runCommand(swap, PAYS, values, place)
  }

/** What is changed in the kept run, and how that ends. */
const EDITS: readonly (readonly [name: string, ending: AttackCase['ending'], members: Json])[] = [
  ['another recipient', refused('payload'), { 'run.request.recipient': THIEF }],
  ['other calldata than its steps have', refused('payload'), { 'run.execution.exec.providerCalldata': '0x' }],
  ['another contract to pay', refused('payload'), { 'run.execution.exec.providerTarget': THIEF }],
  ['another contract to approve', refused('payload'), { 'run.execution.exec.approvalTarget': THIEF }],
  ['a higher amount of base units', refused('payload'), { 'run.source.units': '1000000000' }],
  [
    'an amount of all that is held',
    refused('payload'),
    { 'run.request.amount': '1000', 'run.source.units': '1000000000' },
  ],
  ['coins to send along', refused('payload'), { 'run.execution.exec.value': '1000000000000000000' }],
  ['another payer', PRINTED, { 'run.request.depositor': THIEF }],
  ['another token to receive', refused('payload'), { 'run.request.dstAddress': THIEF }],
  ['another token to pay', refused('payload'), { 'run.request.srcAddress': THIEF }],
  ['another chain', refused('payload'), { 'run.source.chainId': 1 }],
  ['other decimals of what is received', refused('decimals'), { 'run.target.decimals': 6 }],
  ['other decimals of what is paid', refused('decimals'), { 'run.source.decimals': 8 }],
  ['a floor of less than nothing', SIGNED, { 'run.minReceive': '-1' }],
  ['a loss of everything accepted', SIGNED, { 'run.mostLossBps': 10_000, 'run.accept': ['unknown-call', 'deposit'] }],
  ['a lower least in the lock', SIGNED, { 'run.lock.terms.minimumOut': '1' }],
  ['a bound that is no number', failed('STORE_UNUSABLE'), { 'run.mostLossBps': 'all' }],
  ['a step that nobody knows', failed('STORE_UNUSABLE'), { 'run.step': 'signing' }],
  ['the format of a later version', failed('STORE_UNUSABLE'), { format: RUN_FORMAT + 1 }],
  [
    'a payment of bytes that nobody signed',
    refused('run'),
    { 'run.step': 'signed', 'run.payment': { hash: `0x${'11'.repeat(32)}`, raw: '0x02f86c', kind: 'call' } },
  ],
]

/** What is changed in a document of the pipe. */
const PIPED: readonly (readonly ['quoted' | 'locked', name: string, ending: AttackCase['ending'], members: Json])[] = [
  ['quoted', 'a better amount', refused('below-floor'), { 'data.0.dst.formatted': '200' }],
  ['quoted', 'a slippage of everything', refused('below-floor'), { 'request.slippage': 9_900 }],
  ['quoted', 'a tenth of the least', PRINTED, { 'data.0.minimumReceived': '9' }],
  ['locked', 'another recipient', refused('payload'), { 'request.recipient': THIEF }],
  ['locked', 'another amount', refused('terms'), { 'request.amount': '1000' }],
  ['locked', 'another token to receive', refused('terms'), { 'data.dst.currency': 'USDC' }],
  ['locked', 'a hundredth of the least', refused('below-floor'), { 'data.minimumReceived': '0.99' }],
  ['locked', 'less to receive than the least', refused('terms'), { 'data.dst.formatted': '50' }],
  [
    'locked',
    'less to receive, and a least below it',
    refused('below-floor'),
    { 'data.dst.formatted': '50', 'data.minimumReceived': '49' },
  ],
  ['locked', 'another provider', refused('terms'), { 'data.provider': 'ACROSS' }],
  ['locked', 'the lock of somebody else', failed('QUOTE_EXPIRED'), { 'data.lockId': 'lock_other' }],
]

/** A home under another name, which a link names. */
async function linkHome(home: string): Promise<void> {
  await rename(home, `${home}-moved`)
  await symlink(`${home}-moved`, home)
}

/** The same run twice: one lock, one execution. */
const twice = stopped(async (place) => {
  await editRuns(place, reopened)
  await editRuns(place, (run) => put(run, { 'run.id': 'run_copy' }), 'run:run_copy')
})

export const FILE_ATTACKS: readonly AttackCase[] = [
  ...EDITS.map(([name, ending, members]) =>
    attack(
      `the kept run has ${name}`,
      ending,
      resumed((run) => put(run, members)),
    ),
  ),
  attack(
    'the kept run goes on over the server of a thief',
    // Before anything is signed, its server says whether it knows of a payment.
    failed('SERVICE_UNAVAILABLE'),
    resumed((run) => put(run, { 'run.api': 'http://127.0.0.1:9/api/v1' })),
  ),
  attack(
    'the kept run is followed as another transaction',
    // Nobody would follow what is paid for it.
    failed('BAD_GATEWAY'),
    resumed((run) => put(run, { 'run.transactionId': 'tx_other' })),
  ),
  attack(
    'all of the kept run is gone',
    failed('STORE_UNUSABLE'),
    resumed(() => ({})),
  ),
  attack('the kept run stands there twice', SIGNED, twice, { mayFail: true }),
  ...PIPED.map(([stage, name, ending, members]) =>
    attack(`what was ${stage} has ${name}`, ending, piped({ [stage]: (document: Json) => put(document, members) })),
  ),
  attack(
    'others can read the password',
    refused('files'),
    paysAfter((home) => chmod(join(home, 'password.txt'), 0o644)),
  ),
  attack(
    'another password',
    refused('password'),
    paysAfter((home) => writeFile(join(home, 'password.txt'), 'battery staple\n')),
  ),
  attack(
    'others can write the key file',
    refused('files'),
    paysAfter((home) => chmod(join(home, 'wallets', 'main.json'), 0o666)),
  ),
  attack(
    'others can write the folder of key files',
    refused('files'),
    paysAfter((home) => chmod(join(home, 'wallets'), 0o777)),
  ),
  attack(
    'others can write the home',
    refused('files'),
    paysAfter((home) => chmod(home, 0o777)),
  ),
  attack(
    'others can write the store of runs, and pay somebody else by it',
    failed('STORE_UNUSABLE'),
    stopped(async (place) => {
      await editRuns(place, (run) => put(reopened(run), { 'run.request.recipient': THIEF }))
      await chmod(join(place.home ?? '', 'wallet-live.db'), 0o666)
    }),
  ),
  attack(
    'others can write what SQLite keeps beside the store of runs',
    failed('STORE_UNUSABLE'),
    stopped(async ({ home = '' }) => {
      await writeFile(join(home, 'wallet-live.db-wal'), '')
      await chmod(join(home, 'wallet-live.db-wal'), 0o666)
    }),
  ),
  attack(
    'others can write the store of the service',
    failed('STORE_UNUSABLE'),
    paysAfter(async (home) => {
      await writeFile(join(home, 'live.db'), '')
      await chmod(join(home, 'live.db'), 0o622)
    }),
    { provider: 'ACROSS', through: 'service', swap: ['100', 'base:USDC', 'ethereum:USDC'] },
  ),
  attack(
    'the key file of a thief in its place',
    refused('account'),
    paysAfter(async (home) => {
      const key = await createKeystore(randomBytes(32), 'correct horse', {
        random: (size) => randomBytes(size),
        scryptN: 1024,
      })
      await writeFile(join(home, 'wallets', 'main.json'), JSON.stringify(key), { mode: 0o600 })
    }),
  ),
]

const honest = (name: string, run: Run): NeighbourCase => ({ name, who: 'file', swap: PAYS, run })

export const FILE_NEIGHBOURS: readonly NeighbourCase[] = [
  honest('a run that is resumed as it was', resumed(same)),
  honest(
    'a run that keeps what a later version adds',
    resumed((run) => put(run, { 'run.later': { added: true } })),
  ),
  honest(
    'a run whose words for people were changed',
    resumed((run) => put(run, { 'run.from': 'base:Dollars' })),
  ),
  honest(
    'a run of the format before',
    resumed((run) => put(run, { format: 2 })),
  ),
  honest('a home that a link names', paysAfter(linkHome)),
  honest(
    'a store of runs that others could read',
    stopped(async (place) => {
      await editRuns(place, reopened)
      await chmod(join(place.home ?? '', 'wallet-live.db'), 0o644)
    }),
  ),
  honest(
    'a password without a line end',
    paysAfter((home) => writeFile(join(home, 'password.txt'), 'correct horse')),
  ),
  honest(
    'a password that nobody can write',
    paysAfter((home) => chmod(join(home, 'password.txt'), 0o400)),
  ),
]
