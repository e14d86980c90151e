import type { Execution } from '../../core/api/documents.ts'
import { type Command, usage } from '../command.ts'
import { readLockDocument } from '../quote/document-input.ts'
import { heldExecution } from '../pay/held-execution.ts'
import { printPayment } from '../views/payment-view.ts'

/** Executes a lock and says what is to be paid. */
export const execute: Command = {
  arguments: [{ name: 'lock', description: 'lock id, or - for what lock --json printed' }],
  options: [
    { flags: '--referral-code <code>', description: 'affiliate code, instead of that of the lock' },
    { flags: '--idempotency-key <key>', description: 'repeating with the same key gives the same answer' },
  ],
  examples: [
    'execute lock_01h2x3y4z5',
    'quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock - --json | swapcli execute - --json',
  ],
  notes: 'Records the swap and gives what your wallet has to send; nothing is paid by this command.',
  run: async (session, [word], flags) => {
    if (word === undefined) throw usage('The lock is missing: its id, or - to read it from stdin')
    const piped = word === '-' ? readLockDocument(await session.readStdin()) : undefined
    const lockId = piped?.data.lockId ?? word
    const opened = await session.open()
    const referralCode = flags.text('referral-code')
    const idempotencyKey = flags.text('idempotency-key')
    const execution: Execution = await opened.service.execute(
      { lockId, ...(referralCode === undefined ? {} : { referralCode }) },
      { signal: session.signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) },
    )
    const { output } = session
    const doubts = piped === undefined ? [] : await heldExecution(session, opened, piped, execution)
    if (output.json) output.printJson({ data: execution, ...(doubts.length === 0 ? {} : { warnings: doubts }) })
    else await printPayment(output, execution)
    if (!output.json) for (const doubt of doubts) output.say(output.clean(`look twice: ${doubt}`))
  },
}
