import { history as historyCommand } from '../../src/cli/commands/history.ts'
import { resume as resumeCommand } from '../../src/cli/commands/resume.ts'
import { swap as swapCommand } from '../../src/cli/commands/swap.ts'
import { isSwapError, type SwapError } from '../../src/core/api/errors.ts'
import { isPaidByNameOnly } from '../../src/wallet/run/consent.ts'
import { createRunJournal, type SwapRun } from '../../src/wallet/run/journal.ts'
import { isBeforePayment } from '../../src/wallet/run/steps.ts'
import { AT_ONCE, openSimulatedDocuments } from './disk.ts'
import { createIds } from './machine.ts'
import type { Intent } from './oracle.ts'
import type { Command } from './program.ts'
import { openSession } from './session.ts'
import { createReader, intentOf } from './user.ts'
import { FRIEND, mayBePaid } from './world.ts'

/* The real commands, each in a simulated process: what they are given, and who reads and answers them. */

/** `swapcli swap`: the user wants this paid once. */
export async function swap(command: Command, intent: Intent): Promise<void> {
  const { yes } = command
  const amount = (intent.units / 10n ** 6n).toString()
  const recipient = intent.recipient === FRIEND ? { recipient: FRIEND } : {}
  const { session, end } = openSession(command, createReader(command, intent))
  try {
    await swapCommand.invoke(session, 'swap', [amount, 'ethereum:USDC', 'ethereum:DAI'], { yes, ...recipient })
  } finally {
    await end()
  }
}

/** `swapcli resume`: all unfinished runs, or those by name that the user still counts on, or would have faster. */
export async function resume(command: Command): Promise<void> {
  const { world, process, yes } = command
  const { dice } = world
  let failed: SwapError | undefined
  const bringOn = async (run?: string, flags: Readonly<Record<string, unknown>> = {}) => {
    try {
      await resumeOnce(command, run, flags)
    } catch (error) {
      if (!isSwapError(error)) throw error
      failed = error
    }
  }
  const all = await listUnfinished(command)
  for (const { id, step } of all) {
    if ((step !== 'signed' && step !== 'sent') || !dice.chance(0.5)) continue
    const how = dice.chance(0.7) ? 'speedUp' : 'cancel'
    world.note(process, `the user wants to ${how === 'speedUp' ? 'speed up' : how} ${id}`)
    await bringOn(id, { [how]: true })
  }
  // Nobody says yes to a run in whose place he has begun another one.
  const isCountedOn = (run: SwapRun) => intentOf(world, run)?.over.has(run.id) === false
  const named =
    yes && !all.every(isCountedOn) ? all.filter((run) => isCountedOn(run) && !isPaidByNameOnly(run)) : undefined
  if (named === undefined) await bringOn()
  for (const { id } of named ?? []) await bringOn(id)
  if (failed !== undefined) throw failed
}

/** `swapcli resume RUN --speed-up`, or `--cancel`. */
export function replace(command: Command, run: string, how: 'speedUp' | 'cancel'): Promise<void> {
  return resumeOnce(command, run, { [how]: true })
}

async function resumeOnce(
  command: Command,
  run: string | undefined,
  given: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { session, end } = openSession(command, createReader(command))
  try {
    await resumeCommand.invoke(session, 'resume', run === undefined ? [] : [run], { yes: command.yes, ...given })
  } finally {
    await end()
  }
}

/** What the user knows from `resume --list`. */
function listUnfinished({ world, machine, process }: Command): Promise<readonly SwapRun[]> {
  const documents = openSimulatedDocuments(machine.files.wallet, AT_ONCE)
  return createRunJournal(documents, process.clock, createIds(world.dice)).listUnfinished()
}

/** `swapcli resume RUN --forget`, of runs that are paid for by what this home does not know. */
export async function forget(command: Command): Promise<void> {
  const { world } = command
  for (const run of await listUnfinished(command)) {
    const intent = intentOf(world, run)
    if (!isBeforePayment(run) || intent === undefined || !mayBePaid(world, intent)) continue
    await resumeOnce({ ...command, overServer: run.api !== undefined }, run.id, { forget: true })
  }
}

/** `swapcli history`: what it shows of ends must stay. */
export async function look(command: Command): Promise<void> {
  const { session, end } = openSession(command, createReader({ ...command, isLook: true }))
  await historyCommand.invoke(session, 'history', [], { perPage: '50' })
  await end()
}
