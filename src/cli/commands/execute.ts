import type { Execution } from '../../core/api/documents.ts'
import { defined } from '../../core/defined.ts'
import { verifyNetwork } from '../../core/api/paper.ts'
import { namesDocument, pipedName } from '../accounts/swap-wallets.ts'
import { defineCommand } from '../command.ts'
import { refuseIdle } from '../command-line/flags.ts'
import { readLockDocument } from '../quote/document-input.ts'
import { LOSS_OPTIONS } from '../pay/pay-options.ts'
import { verifyPipedLock } from '../pay/verify-execution.ts'
import { recipientText } from '../views/recipient-text.ts'
import { openToLock } from '../quote/server-network.ts'
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
  run: async (session, { lock }, { referralCode, idempotencyKey, minReceive, maxLoss, accept }) => {
    const piped = lock === '-' ? readLockDocument(await session.readStdin()) : undefined
    if (piped?.request === undefined) {
      const bounds = { minReceive, maxLoss, accept: accept.length === 0 ? undefined : accept }
      refuseIdle(bounds, piped === undefined ? 'to the id of a lock' : 'to a lock without its request', PIPE)
    }
    const lockId = piped?.data.lockId ?? lock
    const opened = await openToLock(session)
    const bounds = { minReceive, ...defined({ mostLossBps: maxLoss, accept: [...accept] }) }
    const verified = piped === undefined ? undefined : await verifyPipedLock(session, opened, piped, bounds)
    const execution: Execution = await opened.service.execute(
      { lockId, ...defined({ referralCode }) },
      { signal: session.signal, ...defined({ idempotencyKey }) },
    )
    const { output, api, network } = session
    if (api !== undefined) verifyNetwork(network, execution.provider, api)
    const doubts = verified === undefined ? [] : [...verified.doubts, ...(await verified.verify(execution))]
    const recipient = piped?.request?.recipient
    const recipientName = recipient === undefined ? undefined : pipedName(piped?.names, recipient)
    if (output.json) {
      const warnings = doubts.length === 0 ? undefined : doubts
      return output.printJson({
        ...namesDocument({ recipient, recipientName }),
        ...defined({ data: execution, warnings }),
      })
    }
    await printPayment(output, execution, recipient === undefined ? '' : recipientText(recipient, recipientName))
    for (const doubt of doubts) output.say(output.clean(`warning: ${doubt}`))
  },
})

/** What can be held against bounds. */
const PIPE = 'Pipe the lock in: swapcli quote AMOUNT FROM TO --json | swapcli lock - --json | swapcli execute - --json'
