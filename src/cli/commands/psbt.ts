import { base64 } from '@scure/base'
import { defined } from '../../core/defined.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import { cleanLines } from '../../core/text/clean-text.ts'
import { duration } from '../../core/text/duration.ts'
import { formatAmountForPeople } from '../../core/money/amount.ts'
import { writeNewFile } from '../../io/index.ts'
import { loadDepositPsbts } from '../../payments/index.ts'
import type { DepositPsbt } from '../../wallet/index.ts'
import { defineCommand } from '../command.ts'
import type { Output } from '../output/output.ts'
import { openRunFile, serviceOfRun } from '../pay/runs.ts'

/** Makes the unsigned deposit of a swap from a Bitcoin-like chain, for another wallet to sign. */
export const psbt = defineCommand({
  arguments: {
    id: {
      kind: 'text',
      field: 'transactionId',
      required: true,
      question: 'Transaction id',
      description: 'transaction or run of a swap that waits for its deposit',
    },
  },
  options: {
    from: { kind: 'text', value: 'address', description: 'address whose coins pay it', defaultText: 'the depositor' },
    feeRate: {
      kind: 'number',
      value: 'n',
      min: 1,
      max: 10_000_000,
      whole: true,
      description: 'base units for a byte',
      defaultText: 'the highest that the network and the esplora recommend',
    },
    out: {
      kind: 'file',
      value: 'file',
      description: 'write it into a new file, as bytes, instead of base64 on stdout',
    },
  },
  examples: [
    'psbt tx_01h2x3y4z5 --out deposit.psbt',
    'psbt tx_01h2x3y4z5 --from bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ],
  notes:
    'Of Bitcoin, Litecoin, Dogecoin and Dash. Coins and fees are read from the esplora of your settings (esplora.<chain>): it\n' +
    'learns the address, so none is asked by default. All inputs are of one address, which gets the change and refunds; the\n' +
    'deposit is the first output, the memo comes behind the change. Sign and send it with your wallet before the time that\n' +
    'is said, change nothing of it, then: swapcli track ID HASH. Made again, it spends the same coins.',
  movesMoney: true,
  looksAtPayments: true,
  run: async (session, { id }, { from, feeRate, out }) => {
    const { output, clock } = session
    const { journal, documents } = await openRunFile(session, true)
    const run = (await journal.get(id)) ?? (await journal.listOf(id)).at(-1)
    if (run === undefined) {
      throw new SwapError('NOT_FOUND', `No swap of this machine is ${id}`, {
        hint: 'List those that wait: swapcli resume --list',
      })
    }
    const { createDepositPsbt } = await loadDepositPsbts()
    const service = await serviceOfRun(session, run.api)
    const made = await createDepositPsbt(session, { run, documents, service, from, feeRate })
    const text = base64.encode(made.bytes)
    const file = out === undefined ? undefined : await writeFile(out, made.bytes)
    if (output.json) {
      const { bytes: _bytes, claim: _claim, inputs, outputs, fee, ...facts } = made
      const texts = {
        inputs: inputs.map((input) => ({ ...input, units: input.units.toString() })),
        outputs: outputs.map((one) => ({ ...one, units: one.units.toString() })),
        fee: fee.toString(),
      }
      return output.printJson({ data: { ...facts, ...texts, psbt: text, ...defined({ file }) } })
    }
    if (file === undefined) output.print(cleanLines(text))
    tell(output, made, { nowMs: clock.now(), id: run.transactionId ?? run.id, file })
  },
})

interface Told {
  readonly nowMs: number
  readonly id: string
  readonly file: string | undefined
}

/** Says on stderr what is to be signed. */
function tell(output: Output, made: DepositPsbt, { nowMs, id, file }: Told): void {
  const { symbol, decimals, from, inputs, outputs, fee, feeRate, leastFeeRate, mostFeeRate, virtualBytes, until } = made
  const { ignoredFeeRates, goneCoins } = made
  const coins = (units: bigint) => `${formatAmountForPeople(units, decimals)} ${symbol}`
  const say = (text: string) => output.say(output.clean(text))
  if (file !== undefined) say(`file        ${file}`)
  say(`from        ${from}, which gets the change and refunds`)
  for (const { txid, vout, units } of inputs) say(`  input     ${coins(units)} of ${txid}:${vout}`)
  for (const [at, { what, to, units }] of outputs.entries()) say(`  output ${at + 1}  ${coins(units)} ${what}: ${to}`)
  say(
    `fee         ${coins(fee)}: ${feeRate} base units a byte (${leastFeeRate ?? 1} to ${mostFeeRate}), ${virtualBytes} bytes`,
  )
  for (const ignored of ignoredFeeRates) {
    say(`            the ${ignored.by} recommends ${ignored.feeRate}, which is not believed`)
  }
  for (const coin of goneCoins) {
    say(`never sign  an earlier PSBT of this swap: ${coin}, which it spends, is spent elsewhere or on no chain`)
  }
  if (until !== undefined) {
    say(`until       ${until}, in ${duration(Math.floor((Date.parse(until) - nowMs) / 1000))}: send nothing after`)
  }
  say(output.namePlace(`then        sign and send it with your wallet, and report its hash: swapcli track ${id} HASH`))
}

/** @throws OUTPUT_FAILED where it cannot be written: nothing of the swap is in doubt for that */
async function writeFile(path: string, bytes: Uint8Array): Promise<string> {
  try {
    return await writeNewFile(path, bytes)
  } catch (error) {
    if (!isSwapError(error)) throw error
    const hint = 'Name a file in a folder that is there and that you may write in; made again, it spends the same coins'
    throw new SwapError('OUTPUT_FAILED', error.message, { hint })
  }
}
