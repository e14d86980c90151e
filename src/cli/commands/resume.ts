import { SwapError } from '../../core/errors.ts'
import type { SwapRun } from '../../wallet/run-journal.ts'
import { isBeforePayment } from '../../wallet/swap-run.ts'
import type { Command } from '../command.ts'
import { playRun } from '../playing.ts'
import { openRuns, serviceOfRun } from '../runs.ts'
import { PLAY_OPTIONS } from './swap.ts'

/** Lists and continues unfinished swaps. */
export const resume: Command = {
  arguments: [{ name: 'run', description: 'id of the run; without it all unfinished ones, oldest first' }],
  options: [{ flags: '--list', description: 'only list them' }, ...PLAY_OPTIONS],
  examples: ['resume', 'resume --list --json', 'resume run_01h2x3y4z5 --yes'],
  notes:
    'Nothing is executed twice, and a payment that was signed is only ever sent as the same bytes.\n' +
    'Terms that you had agreed to are not asked for again; others need your agreement or --yes.',
  minds: true,
  run: async (session, [id], flags) => {
    const { output } = session
    const timeoutSec = flags.number('timeout', 0, 604_800)
    const runs = await openRuns(session)
    const found = id === undefined ? await runs.journal.unfinished() : await oneRun(await runs.journal.get(id), id)
    if (flags.on('list')) {
      if (output.json) output.printJson({ data: found.map(listed) })
      else {
        await output.table(
          [{ header: 'RUN' }, { header: 'STEP' }, { header: 'SWAP' }, { header: 'STARTED' }, { header: 'MONEY' }],
          found.map((run) => [run.id, run.step, titleOf(run), run.createdAt, listed(run).money]),
        )
      }
    }
    if (found.length === 0) output.note('no unfinished swaps')
    if (flags.on('list')) return
    let failed: Error | undefined
    for (const run of found) {
      output.note(`run         ${run.id}: ${titleOf(run)}, ${listed(run).money}`)
      const service = await serviceOfRun(session, run.api)
      const until = flags.off('wait') ? 'tracked' : 'final'
      try {
        await playRun(session, service, runs, run, { yes: flags.on('yes'), until, timeoutSec })
      } catch (error) {
        if (found.length === 1 || session.signal.aborted) throw error
        // One that cannot go on must not keep the others from it.
        if (failed !== undefined) output.problem(failed, 'resume')
        failed = error instanceof Error ? error : new Error('a run failed', { cause: error })
      }
    }
    if (failed !== undefined) throw failed
  },
}

async function oneRun(run: SwapRun | undefined, id: string): Promise<SwapRun[]> {
  if (run !== undefined) return [run]
  throw new SwapError('NOT_FOUND', `There is no run ${id} on this network`, {
    hint: 'List them: swapcli resume --list',
  })
}

function titleOf({ request, from, to }: SwapRun): string {
  return `${request.amount} ${from} to ${to}`
}

function listed(run: SwapRun) {
  const { id, step, createdAt, transactionId, payment } = run
  return {
    id,
    step,
    from: run.from,
    to: run.to,
    amount: run.request.amount,
    provider: run.request.provider,
    createdAt,
    money: isBeforePayment(run) ? 'nothing was sent' : step === 'signed' ? 'signed, perhaps sent' : 'sent',
    ...(transactionId === undefined ? {} : { transactionId }),
    ...(payment === undefined ? {} : { hash: payment.hash }),
  }
}
