import type { Execution } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { readLockDocument } from '../quote/document-input.ts'
import { LOSS_OPTIONS } from '../pay/pay-options.ts'
import { verifyPipedExecution } from '../pay/verify-execution.ts'
import { printPayment } from '../views/payment-view.ts'

/** Executes a lock and says what is to be paid. */
export const execute = defineCommand({
  arguments: {
    lock: {
      kind: 'text',
      field: 'lockId',
      required: true,
      description: 'lock id, or - for what lock --json printed',
      hint: 'Give the id of the lock, or - to read it from stdin',
    },
  },
  options: {
    ...LOSS_OPTIONS,
    referralCode: { kind: 'text', value: 'code', description: 'affiliate code, instead of that of the lock' },
    idempotencyKey: {
      kind: 'text',
      value: 'key',
      field: 'Idempotency-Key',
      description: 'a repeated request with the same key gets the same answer',
    },
  },
  examples: [
    'execute lock_01h2x3y4z5',
    'quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock - --json | swapcli execute - --json',
  ],
  notes: 'Records the swap and prints what your wallet must send. This command pays nothing.',
  movesMoney: true,
  run: async (session, { lock }, { referralCode, idempotencyKey, maxLoss, accept }) => {
    const piped = lock === '-' ? readLockDocument(await session.readStdin()) : undefined
    const lockId = piped?.data.lockId ?? lock
    const opened = await session.open()
    const execution: Execution = await opened.service.execute(
      { lockId, ...defined({ referralCode }) },
      { signal: session.signal, ...defined({ idempotencyKey }) },
    )
    const { output } = session
    const bounds = defined({ mostLossBps: maxLoss, accept: [...accept] })
    const doubts = piped === undefined ? [] : await verifyPipedExecution(session, opened, piped, execution, bounds)
    if (output.json) output.printJson(defined({ data: execution, warnings: doubts.length === 0 ? undefined : doubts }))
    else await printPayment(output, execution)
    if (!output.json) for (const doubt of doubts) output.say(output.clean(`warning: ${doubt}`))
  },
})
