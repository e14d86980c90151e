import { cpSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { MNEMONIC } from '../devnet/addresses.ts'
import { addAccount } from '../support/command-session.ts'
import { asList, asObject } from '../support/contract-fields.ts'
import { runRequest } from './run-request.ts'

/** A home as a process left it; damages are done to copies of it. */
export interface SampleHome {
  /** Holds the home in `home`, and in `state` what the program keeps elsewhere. */
  readonly folder: string
  /** A finished transaction of it. */
  readonly transactionId: string
}

/** Homes with the same swaps in them. */
export interface SampleHomes {
  /** As the last process left it that came to its end. */
  readonly closed: SampleHome
  /** Killed while it paid: the newest facts are in write-ahead logs only. */
  readonly killed: SampleHome
}

/** The swaps of a sample: what each pays, for what, through whom. */
const SWAPS = [
  ['100', 'ethereum:USDC', 'base:ETH', 'SANDBOX_BRIDGE'],
  ['250', 'ethereum:USDC', 'base:USDC', 'SANDBOX_INTENTS'],
  ['0.5', 'ethereum:ETH', 'ethereum:USDC', 'SANDBOX_DEX'],
  ['75', 'base:USDC', 'arbitrum:ETH', 'SANDBOX_BRIDGE'],
  ['20', 'ethereum:USDC', 'bitcoin:BTC', 'SANDBOX_DEPOSIT'],
  ['40', 'base:USDC', 'base:ETH', 'SANDBOX_DEX'],
] as const

/** What a program works under with the home in `folder`. */
export function sampleEnv(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env['PATH'] ?? '',
    SWAPCLI_HOME: join(folder, 'home'),
    SWAPCLI_STATE: join(folder, 'state'),
    SWAPCLI_NETWORK: 'sandbox',
    SWAPCLI_SANDBOX_SPEED: '100000',
  }
}

/** Makes the samples in a new folder. */
export async function makeSampleHomes(folder: string): Promise<SampleHomes> {
  const work = join(folder, 'work')
  await mkdir(join(work, 'home'), { recursive: true, mode: 0o700 })
  for (const [index, name] of ['main', 'savings'].entries()) {
    const account = mnemonicToAccount(MNEMONIC, { addressIndex: index })
    await addAccount(join(work, 'home'), name, account.address, account.getHdKey().privateKey ?? new Uint8Array())
  }
  const run = async (args: readonly string[], checkpoint?: (point: string) => void) => {
    const { code, stdout, stderr } = await runRequest({ args, env: sampleEnv(work) }, checkpoint)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`)
    return stdout
  }
  await run(['config', 'set', 'slippage', '77'])
  await run(['config', 'set', 'theme', 'light'])
  await run(['config', 'set', 'confirm-above', '500'])
  for (const [amount, from, to, provider] of SWAPS) await run(swapWords(amount, from, to, provider))
  const history = asObject(JSON.parse(await run(['history', '--json'])))
  const transactionId = String(asObject(asList(history['data']).at(-1))['id'])
  const [closed, killed] = [join(folder, 'closed'), join(folder, 'killed')]
  cpSync(work, closed, { recursive: true })
  // What a kill at this point leaves is what is on the disk then.
  await run(swapWords('60', 'ethereum:USDC', 'base:ETH', 'SANDBOX_BRIDGE'), (point) => {
    if (point === 'payment-sent') cpSync(work, killed, { recursive: true, filter: (path) => !path.endsWith('-shm') })
  })
  return { closed: { folder: closed, transactionId }, killed: { folder: killed, transactionId } }
}

function swapWords(amount: string, from: string, to: string, provider: string): readonly string[] {
  return ['swap', amount, from, to, '--provider', provider, '--yes', '--json']
}
