import type { StatusTransaction } from '../../core/api/documents.ts'
import { cleanText } from '../../core/text/clean-text.ts'
import type { RunWords, TuiContext } from '../../tui/index.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import { qrText } from '../output/qr.ts'
import { openHome } from '../pay/home/known-home.ts'
import { openRunFile, openRuns, PLAIN_RUNS } from '../pay/runs.ts'
import type { RunFile } from '../../payments/index.ts'
import { createKnownEnds } from '../../wallet/index.ts'
import type { Session } from '../session.ts'
import { finalFailure, type ShownArrival, transactionFields } from '../views/transaction-view.ts'

/** The runs of this session's network as the screens use them: one file, a wallet for each swap. */
export function screenRuns(session: Session): Required<Pick<TuiContext, 'runs' | 'words'>> {
  let opened: Promise<RunFile> | undefined
  let reading: ReturnType<typeof openHome> | undefined
  const ends = createKnownEnds(session.clock)
  const openFile = () =>
    (opened ??= openRunFile(session).catch((error: unknown) => {
      opened = undefined
      throw error
    }))
  return {
    runs: async (asks) => {
      const file = await openFile()
      if (asks === undefined) {
        reading ??= openHome(session, file.documents, () => undefined)
        return { journal: file.journal, wallet: undefined, standing: await (await reading)(), ends }
      }
      const runs = await openRuns(session, NO_SIGNER_FLAGS, { ...PLAIN_RUNS, asks, file })
      return { ...runs, standing: runs.home, ends }
    },
    words: runWords(session),
  }
}

/** Longest line of a record, in UTF-16 units. */
const MAX_LINE = 400

const runWords = ({ api, output }: Session): RunWords => ({
  record: (transaction, accepted) => {
    const fields = transactionFields(transaction, output.zone, accepted, arrivalBy(api, transaction)).filter(
      ([, value]) => value !== '',
    )
    const columns = Math.max(...fields.map(([name]) => name.length))
    return fields.map(([name, value]) => `${name.padEnd(columns)}  ${cleanText(value, MAX_LINE)}`)
  },
  failure: (transaction, terms) => {
    const failure =
      transaction.status === 'PENDING' ? undefined : finalFailure(transaction, arrivalBy(api, transaction), terms)
    if (failure === undefined) return undefined
    return {
      message: cleanText(failure.message, MAX_LINE),
      hint: failure.hint === undefined ? undefined : cleanText(output.namePlace(failure.hint), MAX_LINE),
    }
  },
  qr: async (text, columns, background) => (await qrText(text, columns, background))?.split('\n'),
})

/** The screens take the server's word, and say so. @param api undefined for this machine's own service */
function arrivalBy(api: string | undefined, { status }: StatusTransaction): ShownArrival | undefined {
  return api === undefined || status === 'PENDING' ? undefined : { by: 'server' }
}
