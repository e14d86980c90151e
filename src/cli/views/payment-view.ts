import type { Execution } from '../../core/api/documents.ts'
import { outputSteps, statedMemos } from '../../wallet/index.ts'
import { isPaperProvider } from '../../core/api/paper.ts'
import type { Output } from '../output/output.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** What is said of a swap of the sandbox, by who sends its payment. */
const PAPER = {
  client: 'money of the sandbox: never send this with a wallet that holds real money',
  server: 'money of the sandbox, which sends it by itself: send nothing to the address, which belongs to nobody',
}

/**
 * Prints what is to be paid for an executed swap, as text that can be copied, and what to do after.
 * @param recipient who is paid; '' where it is not known here
 */
export async function printPayment(output: Output, execution: Execution, recipient = ''): Promise<void> {
  const { exec, providerResult, transaction, quote } = execution
  const { depositAddress } = providerResult
  const { instructions, message } = exec?.meta ?? {}
  const isPaper = isPaperProvider(execution.provider)
  await output.fields([
    ['transaction', transaction?.id ?? ''],
    ['provider', execution.provider],
    ['send', `${groupThousands(quote.src.formatted)} ${quote.src.currency}`],
    ['receive', `${groupThousands(quote.dst.formatted)} ${quote.dst.currency}`],
    ['to', recipient],
    ['paper', isPaper ? PAPER[providerResult.execution === 'client' ? 'client' : 'server'] : ''],
    ['deposit address', depositAddress ?? ''],
    ...statedMemos(execution).map((memo) => ['deposit memo', memo] as const),
    ['message', message === undefined ? '' : JSON.stringify(message)],
    ['how', typeof instructions === 'string' ? instructions : ''],
    ...outputSteps(execution).flatMap(({ rule, reason, hex = '' }, at) => [
      [`  step ${at + 1}`, `${rule}: ${reason}`] as const,
      ['  hex', hex] as const,
    ]),
    ['contract', depositAddress === undefined ? (exec?.providerTarget ?? '') : ''],
    [
      'approve',
      exec?.approvalTarget === undefined ? '' : `${exec.approvalAmount ?? ''} base units for ${exec.approvalTarget}`,
    ],
    ['chain id', exec?.chainId === undefined || exec.chainId === null ? '' : String(exec.chainId)],
    ['value', exec?.value ?? ''],
    ['calldata', exec?.providerCalldata ?? ''],
  ])
  if (transaction === undefined) {
    output.note('the service kept no record of this swap: note the fields above')
    return
  }
  if (providerResult.execution === 'client') {
    const how = isPaper ? 'send it with a wallet of paper' : 'send it with your wallet'
    output.note(`${how}, then report its hash: swapcli track ${transaction.id} HASH`)
  }
  output.note(`follow it: swapcli status ${transaction.id} --watch`)
}
