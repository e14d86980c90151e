import { RawTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { outputScript, returnScript } from '../../../src/wallet/utxo/output-script.ts'
import { psbtChain } from '../../../src/wallet/utxo/psbt-chains.ts'
import type { PsbtParts } from '../../../src/wallet/utxo/write-psbt.ts'

/* PSBTs of each kind of chain and address, whose bytes are recorded in psbt-vectors.json. */

/** The script of an address. */
export function scriptOf(chain: string, address: string): Uint8Array {
  const found = outputScript(chain, address)
  if (found === undefined) throw new Error(`no address of ${chain}: ${address}`)
  return found.script
}

interface PreviousForm {
  readonly outputs: readonly { readonly script: Uint8Array; readonly units: bigint }[]
  readonly isWitness?: boolean
  readonly version?: number
}

/** A transaction that pays coins: its bytes and its id. */
export function previousTransaction({ outputs, isWitness = false, version = 1 }: PreviousForm) {
  const bytes = RawTx.encode({
    ...{ version, segwitFlag: isWitness, lockTime: 840_000 },
    inputs: [1, 2].map((index) => ({
      ...{ txid: new Uint8Array(32).fill(index), index, sequence: 0xfffffffe },
      finalScriptSig: isWitness ? new Uint8Array() : new Uint8Array(107).fill(0x51),
    })),
    outputs: outputs.map(({ script, units }) => ({ script, amount: units })),
    witnesses: isWitness ? [[new Uint8Array(72).fill(3), new Uint8Array(33).fill(2)], []] : undefined,
  })
  const { id: txid } = Transaction.fromRaw(bytes, {
    ...{ allowUnknownOutputs: true, allowUnknownInputs: true, allowUnknownVersion: true, disableScriptCheck: true },
  })
  return { bytes, txid }
}

interface PsbtCase {
  readonly chain: string
  readonly from: string
  readonly vault: string
  /** Base units of the coins: each is paid by a transaction of its own. */
  readonly coins: readonly bigint[]
  readonly paid: bigint
  readonly change?: bigint
  /** Hex digits. */
  readonly memo?: string
  /** Addresses behind the memo that carry more of it. */
  readonly burnt?: readonly string[]
}

const VAULT = 'bc1qt9723ak9t7lu7a97lt9kelq4gnrlmyvk4yhzwr'
const LITECOIN_VAULT = 'ltc1q9kptqash0ft2jf6vrpwgj0c3lwldx6akpmw5t8'
const MEMO = Buffer.from('=:ETH.ETH:0x86d526d6624AbC0178cF7296cD538Ecc080A95F1:0/1/0').toString('hex')

/** A script that ends within a push, which anybody may have been paid beside: nobody can read it. */
const BROKEN_SCRIPT = Uint8Array.of(0x6a, 0x4c)

export const PSBT_CASES = {
  'bitcoin, a key in a witness': {
    ...{ chain: 'bitcoin', from: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', vault: VAULT, memo: MEMO },
    ...{ coins: [45_000_000n, 20_000_000n], paid: 50_000_000n, change: 14_981_652n },
  },
  'bitcoin, a key': {
    ...{ chain: 'bitcoin', from: '1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1', vault: VAULT, memo: MEMO },
    ...{ coins: [60_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
  'bitcoin, a script': {
    ...{ chain: 'bitcoin', from: '39sr5B8UAdxeoXbnpdw4frfxXwWwEChwzp', vault: VAULT, memo: MEMO },
    ...{ coins: [60_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
  'bitcoin, taproot and no memo': {
    chain: 'bitcoin',
    from: 'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l',
    vault: 'bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l',
    ...{ coins: [30_000_000n, 30_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
  'litecoin, a memo of 80 bytes and what is burnt for more': {
    ...{ chain: 'litecoin', from: LITECOIN_VAULT, vault: LITECOIN_VAULT, memo: '5a'.repeat(80) },
    burnt: ['ltc1q9kptqash0ft2jf6vrpwgj0c3lwldx6akpmw5t8', 'LXAk863xFiabAQK7WG81QASk6g8QFLypvD'],
    ...{ coins: [60_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
  'litecoin, a script and no change': {
    ...{ chain: 'litecoin', from: 'MKqx6JeXg5WLoGbHZ6neNQzKMgeHf2NKFn', vault: LITECOIN_VAULT, memo: '5a'.repeat(75) },
    ...{ coins: [50_010_000n], paid: 50_000_000n },
  },
  'litecoin, a key': {
    ...{ chain: 'litecoin', from: 'LXAk863xFiabAQK7WG81QASk6g8QFLypvD', vault: LITECOIN_VAULT, memo: '5a'.repeat(76) },
    ...{ coins: [60_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
  'dogecoin, more coins than there are of Bitcoin': {
    ...{ chain: 'dogecoin', from: 'DT6SkrdLDPUAhjV8gbEJFouEMM9vZx686g', memo: MEMO },
    vault: 'DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy',
    ...{ coins: [10_000_000_000_00000000n, 2n ** 53n + 1n], paid: 10_000_000_000_00000001n, change: 2n ** 53n - 999n },
  },
  'dash, a key': {
    ...{ chain: 'dash', from: 'XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj', vault: 'XoXdZSiN9MWpmVLDFS65GfLHuERoHeuFCj' },
    ...{ memo: '01', coins: [60_000_000n], paid: 50_000_000n, change: 9_900_000n },
  },
} satisfies Readonly<Record<string, PsbtCase>>

/** The parts of a case's PSBT. */
export function partsOf({ chain, from: address, vault, coins, paid, change, memo, burnt = [] }: PsbtCase): PsbtParts {
  const from = outputScript(chain, address)
  const known = psbtChain(chain)
  if (from === undefined || known === undefined) throw new Error(`no address of ${chain}: ${address}`)
  // The first one has an output that nobody can read in front of the coin, and a version that nobody uses.
  const inputs = coins.map((units, at) => {
    const coin = { script: from.script, units }
    const { bytes, txid } =
      at === 0
        ? previousTransaction({ outputs: [{ script: BROKEN_SCRIPT, units: 0n }, coin], version: -2 })
        : previousTransaction({ outputs: [coin, { script: new Uint8Array(300), units: 1n }], isWitness: true })
    return { coin: { txid, vout: at === 0 ? 1 : 0, units }, previous: bytes }
  })
  const outputs = [
    { script: scriptOf(chain, vault), units: paid },
    ...(change === undefined ? [] : [{ script: from.script, units: change }]),
    ...(memo === undefined ? [] : [{ script: returnScript(memo), units: 0n }]),
    ...burnt.map((one) => ({ script: scriptOf(chain, one), units: 2_940n })),
  ]
  return { inputs, from, outputs, sequence: known.sequence }
}
