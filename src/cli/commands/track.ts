import { defined } from '../../core/defined.ts'
import { defineCommand } from '../command.ts'
import { ofOwnHome } from '../pay/home/own-home.ts'
import { contraryEndText, statusText } from '../../core/swap/stage-words.ts'

/** Reports the hash of a payment, or asks for a refresh. */
export const track = defineCommand({
  arguments: {
    id: {
      kind: 'text',
      field: 'transactionId',
      required: true,
      question: 'Transaction id',
      description: 'transaction id that execute printed',
    },
    hash: {
      kind: 'text',
      field: 'txHash',
      description: 'hash of the payment on the source chain; without it tracking is refreshed',
    },
  },
  looksAtPayments: true,
  examples: [
    'track tx_01h2x3y4z5',
    'track tx_01h2x3y4z5 0x5d1f0c1c3f6f3a8e4b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a --json',
  ],
  run: async (session, { id, hash }) => {
    const { service } = await session.open()
    const asked = service.track({ transactionId: id, ...defined({ txHash: hash }) })
    const result = await asked.catch(async (error: unknown) => {
      throw await ofOwnHome(session, error)
    })
    const { output } = session
    if (output.json) return output.printJson({ data: result })
    const { status } = result.transaction
    const told = session.api !== undefined && result.final ? `${status}, as the server says` : statusText({ status })
    await output.fields([
      ['transaction', result.transaction.id],
      ['status', contraryEndText(status, result.final) ?? told],
      ['provider', result.transaction.provider],
      ['hash', result.transaction.hash],
      ['tracking', result.tracking ? 'yes' : 'no'],
    ])
    if (!result.final) output.note(`follow it: swapcli status ${result.transaction.id} --watch`)
  },
})
