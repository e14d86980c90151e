import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, decodeFunctionData, type Hash, type HDAccount, type Hex } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import { liveProviders } from '../../src/providers/live.ts'
import { cli, type CliOptions, type CliResult, json, startCli } from '../cli/run-cli.ts'
import { cli as cliHere, stopCliAt } from '../cli/run-here.ts'
import { erc20Abi, spokePoolAbi, v3Abi } from '../devnet/abi.ts'
import { acrossApi, type AcrossApi } from '../devnet/across-api.ts'
import {
  account as accountAt,
  type DevChain,
  type Devnet,
  type DevnetOptions,
  fund,
  type Funds,
  openDevnet,
} from '../devnet/world.ts'
import { addAccount } from '../support/command-session.ts'
import { withoutPublicNodes } from '../support/no-public-nodes.ts'
import { asObject } from '../support/contract-fields.ts'

/** A user with an account on the devnet, who runs the built program on the live network. */
export interface User {
  readonly address: Address
  /** The same account as another wallet would hold it. */
  readonly account: HDAccount
  readonly home: string
  /** Under which the program works with this account on these chains. */
  readonly env: Readonly<Record<string, string>>
  /** Runs the built program to its end. */
  run(args: readonly string[], options?: Pick<CliOptions, 'env' | 'stdin'>): Promise<CliResult>
  /** Runs the same in this process, from its sources: for what another test does with the built program. */
  here(args: readonly string[], options?: Pick<CliOptions, 'env' | 'stdin'>): Promise<CliResult>
  /** Runs the same in this process up to a point, and leaves what a kill there leaves. @param at as `stopCliAt` */
  stopAt(args: readonly string[], at: string): Promise<void>
  /** Starts the program, with nothing on stdin. */
  start(args: readonly string[]): Running
  /** What the account has in blocks of a chain since it was made, in the order of nonces. */
  sent(chain: DevChain): Promise<readonly Sent[]>
}

export interface UserOptions {
  /** Number of the account: one for each test that runs on the same devnet. Those above 9 hold only what `funds` gives. */
  readonly index: number
  /** Active providers. @default UNISWAP only */
  readonly providers?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly funds?: { readonly ethereum?: Funds; readonly base?: Funds }
}

/** Makes a user with a key file that opens fast, and money. */
async function newUser(devnet: Devnet, options: UserOptions): Promise<User> {
  const { index, providers = ['UNISWAP'], funds = {} } = options
  const home = await mkdtemp(join(tmpdir(), 'swapcli-wallet-'))
  const account = accountAt(index)
  const { address } = account
  const passwordFile = await addAccount(home, 'main', address, account.getHdKey().privateKey ?? new Uint8Array())
  const unused = liveProviders().filter(({ manifest }) => !providers.includes(manifest.key))
  const env = {
    ...withoutPublicNodes(),
    SWAPCLI_NETWORK: 'live',
    SWAPCLI_WALLET_PASSWORD_FILE: passwordFile,
    SWAPCLI_RPC_ETHEREUM: devnet.ethereum.url,
    SWAPCLI_RPC_BASE: devnet.base.url,
    ...Object.fromEntries(unused.map(({ manifest }) => [`SWAPCLI_PROVIDER_${manifest.key}_ENABLED`, 'false'])),
    ...options.env,
  }
  for (const chain of ['ethereum', 'base'] as const) await fund(devnet[chain], address, funds[chain] ?? {})
  const since = {
    ethereum: await devnet.ethereum.client.getBlockNumber(),
    base: await devnet.base.client.getBlockNumber(),
  }
  const optionsOf = ({ env: more, stdin }: Pick<CliOptions, 'env' | 'stdin'> = {}) => ({
    ...{ home, env: { ...env, ...more } },
    ...(stdin === undefined ? {} : { stdin }),
  })
  return {
    address,
    account,
    home,
    env,
    run: (args, more) => cli(args, optionsOf(more)),
    here: (args, more) => cliHere(args, optionsOf(more)),
    stopAt: (args, at) => stopCliAt(args, at, optionsOf()),
    start: (args) => running(startCli(args, { home, env })),
    sent: (chain) => sentBy(chain, address, since[chain.key]),
  }
}

/** Runs again what was left without a quote, because a busy machine kept the node from answering in time: nothing had begun. */
export async function answered(run: () => Promise<CliResult>): Promise<CliResult> {
  const result = await run()
  return result.stderr.includes('Every provider failed to answer') ? answered(run) : result
}

/** A transaction in a block. */
export interface Sent {
  readonly nonce: number
  readonly hash: Hash
  /** Name of the function that is called, with its arguments where it is `approve`; `transfer of the coin` without calldata. */
  readonly what: string
  readonly ok: boolean
  /** What it cost the sender, in wei. */
  readonly gasCost: bigint
}

async function sentBy({ client }: DevChain, address: Address, since: bigint): Promise<readonly Sent[]> {
  const head = await client.getBlockNumber()
  const numbers = Array.from({ length: Number(head - since) }, (_, index) => since + 1n + BigInt(index))
  const blocks = await Promise.all(
    numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })),
  )
  const own = blocks
    .flatMap(({ transactions }) => transactions)
    .filter(({ from }) => from.toLowerCase() === address.toLowerCase())
  const sent = own.map(async ({ nonce, hash, input }) => {
    const { status, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
    return { nonce, hash, what: nameOf(input), ok: status === 'success', gasCost: gasUsed * effectiveGasPrice }
  })
  return (await Promise.all(sent)).sort((a, b) => a.nonce - b.nonce)
}

function nameOf(data: Hex): string {
  if (data === '0x') return 'transfer of the coin'
  const { functionName, args } = decodeFunctionData({ abi: [...erc20Abi, ...v3Abi, ...spokePoolAbi], data })
  return functionName === 'approve' ? `approve ${args.join(' ')}` : functionName
}

/** What an owner lets a spender take of a token, in base units. */
export function allowance({ client }: DevChain, token: Address, owner: Address, spender: Address): Promise<bigint> {
  return client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
}

/** What `swap --json` and `resume --json` print: where it ended, what was locked, what was paid out. */
export interface Outcome {
  readonly step: unknown
  readonly status: unknown
  /** Decimal text of whole tokens. */
  readonly received: string
  /** As expected by the lock. */
  readonly expected: string
  /** As promised by the lock. */
  readonly least: string
  /** Hash of the payment. */
  readonly hash: unknown
  /** Kinds of the transactions before it. */
  readonly earlier: readonly unknown[]
  readonly closedAs: unknown
  readonly reason: unknown
}

/** Reads the run that a command printed: by itself, or as the only one of the list of `resume`. */
export function outcome({ stdout, stderr }: Pick<CliResult, 'stdout' | 'stderr'>): Outcome {
  if (stdout === '') throw new Error(`nothing was printed, but: ${stderr}`)
  const { data } = asObject(json(stdout))
  if (Array.isArray(data) && data.length !== 1) throw new Error(`it printed ${data.length} runs`)
  const run: unknown = Array.isArray(data) ? data[0] : data
  const { step, lock, hash, transaction, earlier, closedAs, reason } = asObject(run)
  const { status, dstAmount } = transaction === undefined ? {} : asObject(transaction)
  const { minimumReceived, dst } = asObject(lock)
  return {
    step,
    status,
    received: String(dstAmount),
    expected: String(asObject(dst)['formatted']),
    least: String(minimumReceived),
    hash,
    earlier: Array.isArray(earlier) ? earlier.map((each) => asObject(each)['kind']) : [],
    closedAs,
    reason,
  }
}

/** The program while it runs. */
export interface Running {
  /** Waits until it has written a text to stderr. @throws Error when it ends without */
  said(text: string): Promise<void>
  /** Ends it at once, as a power cut would. */
  kill(): void
  /** Lets it leave, as Ctrl-C does. */
  leave(): void
  readonly ended: Promise<CliResult>
}

function running(child: ReturnType<typeof startCli>): Running {
  const written = { stdout: '', stderr: '' }
  const heard = new EventEmitter()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      heard.emit('more')
    })
  }
  child.stdin.end()
  const ended = new Promise<CliResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ ...written, code, signal }))
  })
  return {
    ended,
    kill: () => void child.kill('SIGKILL'),
    leave: () => void child.kill('SIGINT'),
    said: async (text) => {
      const end = ended.then(() => 'ended' as const)
      while (!written.stderr.includes(text)) {
        const next = await Promise.race([once(heard, 'more'), end])
        if (next === 'ended' && !written.stderr.includes(text)) {
          throw new Error(`it never said "${text}", but: ${written.stderr}`)
        }
      }
    },
  }
}

/** A devnet with users, ended together. */
export interface WalletWorld {
  readonly devnet: Devnet
  user(options: UserOptions): Promise<User>
  close(): Promise<void>
}

export async function openWalletWorld(options: DevnetOptions = {}): Promise<WalletWorld> {
  const devnet = await openDevnet(options)
  const homes: string[] = []
  return {
    devnet,
    user: async (wanted) => {
      const user = await newUser(devnet, wanted)
      homes.push(user.home)
      return user
    },
    close: async () => {
      await devnet.close()
      await Promise.all(homes.map((home) => rm(home, { recursive: true, force: true })))
    },
  }
}

/** A devnet with users for the tests of a block: opened before the first and ended after the last. */
export function sharedWorld(options: DevnetOptions = {}): Omit<WalletWorld, 'close'> {
  let world: WalletWorld | undefined
  const opened = () => {
    if (world === undefined) throw new Error('the world opens before the first test')
    return world
  }
  beforeAll(async () => {
    world = await openWalletWorld(options)
  })
  afterAll(() => world?.close())
  return {
    get devnet() {
      return opened().devnet
    },
    user: (wanted) => opened().user(wanted),
  }
}

/** Users of a shared world who bridge over Across, whose API it opens and ends. */
export function sharedBridge(world: Omit<WalletWorld, 'close'>) {
  let api: AcrossApi | undefined
  beforeAll(async () => {
    api = await acrossApi(world.devnet)
  })
  afterAll(() => api?.close())
  return (options: UserOptions) => {
    const env = { SWAPCLI_PROVIDER_ACROSS_URL: api?.url ?? '', ...options.env }
    return world.user({ providers: ['ACROSS'], ...options, env })
  }
}
