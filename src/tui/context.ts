import type { Catalog } from '../core/catalog.ts'
import type { Clock } from '../core/context.ts'
import type { SwapService } from '../core/service.ts'
import type { EmbeddedSwapService, Network } from '../service/service.ts'
import type { RunJournal } from '../wallet/run-journal.ts'
import type { Wallet } from '../wallet/wallet.ts'

/*
 * The world outside the screens. Only the runtime and the runners of effects see it; update functions and views do not.
 */

/** What the header says about where the program works. */
export interface Place {
  readonly network: Network
  /** Base URL of the server in use; undefined for the service in this process. */
  readonly api: string | undefined
  readonly version: string
}

/** The service behind the screens. */
export interface OpenedSwaps {
  readonly service: SwapService
  /** Names of chains and assets: the service's own, or the bundled ones where it is on a server. */
  readonly catalog: Catalog
  /** Undefined where the service is on a server. */
  readonly embedded: EmbeddedSwapService | undefined
}

/** Settings as the screens read and write them. */
export interface TuiSettings {
  /** Values in force by key, secrets left out. */
  readonly values: Readonly<Record<string, string>>
  /** Keeps one in the configuration file; undefined removes it. @throws CONFIG_INVALID */
  write(key: string, value: string | undefined): Promise<void>
}

/** What this machine's wallet has begun, and the wallet. */
export interface TuiRuns {
  readonly journal: RunJournal
  /** Undefined where this machine has none. */
  readonly wallet: Wallet | undefined
}

/** One end of a swap, for looking up wallets and balances. */
export interface AssetPlace {
  /** Chain key. */
  readonly chain: string
  /** Address of the asset. */
  readonly address: string
}

/** Everything that the screens need from outside. */
export interface TuiContext {
  readonly place: Place
  readonly clock: Clock
  readonly settings: TuiSettings
  /** Opens the service at the first call; called after the first frame. */
  open(): Promise<OpenedSwaps>
  /** Opens the journal of runs and the wallet; absent where there is none. */
  readonly runs?: () => Promise<TuiRuns>
  /** Wallets to name in a quote: those of the settings, else this machine's own; absent where none is known. */
  readonly accounts?: (role: 'depositor' | 'recipient', chainKey: string) => Promise<string | undefined>
  /** Balance of this machine's wallet as decimal text; absent or undefined where it is not known. */
  readonly balance?: (asset: AssetPlace, signal: AbortSignal) => Promise<string | undefined>
  /** Amounts that this pair's recent best quotes paid for one whole source token, oldest first; absent with a server. */
  readonly recentRates?: (from: AssetPlace, to: AssetPlace) => Promise<readonly number[]>
}
