import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keystore } from 'ox'
import { type Address, bytesToHex } from 'viem'
import { openDevnet, account, type Devnet, type DevnetOptions, fund, type Funds } from '../devnet/world.ts'
import { cli, type CliOptions, type CliResult, startCli } from '../cli/run-cli.ts'

/** A user with an account on the devnet, who runs the built program on the live network. */
export interface User {
  readonly address: Address
  readonly home: string
  /** Runs the program to its end. */
  run(args: readonly string[], options?: Pick<CliOptions, 'env' | 'stdin'>): Promise<CliResult>
  start(args: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof startCli>
}

/** Providers of the live network that these tests do not speak to. */
const OTHERS = [
  'RELAY',
  'LIFI',
  'ACROSS',
  'DEBRIDGE',
  'NEAR_INTENTS',
  'THORCHAIN',
  'MAYA',
  'CHAINFLIP',
  'KYBERSWAP',
  'VELORA',
  'UNISWAP',
]

const PASSWORD = 'correct horse battery'

export interface UserOptions {
  /** Number of the account, 0 to 9: one for each test that runs on the same devnet. */
  readonly index: number
  /** Active providers. @default UNISWAP only */
  readonly providers?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly funds?: { readonly ethereum?: Funds; readonly base?: Funds }
}

/** Makes a user with a key file that opens fast, and money. */
export async function newUser(devnet: Devnet, options: UserOptions): Promise<User> {
  const { index, providers = ['UNISWAP'], funds = {} } = options
  const home = await mkdtemp(join(tmpdir(), 'swapcli-wallet-'))
  const { address, getHdKey } = account(index)
  const key = bytesToHex(getHdKey().privateKey ?? new Uint8Array())
  const [derived, made] = Keystore.scrypt({ password: PASSWORD, n: 2 })
  await writeFile(join(home, 'key.json'), JSON.stringify(Keystore.encrypt(key, derived, made)))
  await writeFile(join(home, 'password'), `${PASSWORD}\n`, { mode: 0o600 })
  const env = {
    SWAPCLI_NETWORK: 'live',
    SWAPCLI_WALLET_PASSWORD_FILE: join(home, 'password'),
    SWAPCLI_RPC_ETHEREUM: devnet.ethereum.url,
    SWAPCLI_RPC_BASE: devnet.base.url,
    ...Object.fromEntries(
      OTHERS.filter((provider) => !providers.includes(provider)).map((provider) => [
        `SWAPCLI_PROVIDER_${provider}_ENABLED`,
        'false',
      ]),
    ),
    ...options.env,
  }
  for (const chain of ['ethereum', 'base'] as const) {
    const more = funds[chain]
    if (more !== undefined) await fund(devnet[chain], address, more)
  }
  const user: User = {
    address,
    home,
    run: (args, { env: more, stdin } = {}) =>
      cli(args, { home, env: { ...env, ...more }, ...(stdin === undefined ? {} : { stdin }) }),
    start: (args, more) => startCli(args, { home, env: { ...env, ...more } }),
  }
  const imported = await user.run(['wallet', 'import', 'main', '--keystore', join(home, 'key.json'), '--in-place'])
  if (imported.code !== 0) throw new Error(`the key file was not taken: ${imported.stderr}`)
  return user
}

/** Removes what a user has left. */
export async function forgetUser({ home }: User): Promise<void> {
  await rm(home, { recursive: true, force: true })
}

/** A devnet with users, ended together. */
export interface WalletWorld {
  readonly devnet: Devnet
  user(options: UserOptions): Promise<User>
  close(): Promise<void>
}

export async function openWalletWorld(options: DevnetOptions = {}): Promise<WalletWorld> {
  const devnet = await openDevnet(options)
  const users: User[] = []
  return {
    devnet,
    user: async (wanted) => {
      const user = await newUser(devnet, wanted)
      users.push(user)
      return user
    },
    close: async () => {
      await devnet.close()
      for (const user of users) await forgetUser(user)
    },
  }
}
