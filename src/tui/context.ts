import type { Catalog, CatalogChain } from '../core/assets/catalog.ts'
import type { ChartGlyphs } from '../core/rates/chart.ts'
import type { Clock, HomeMark } from '../core/ports.ts'
import type { TimeZone } from '../core/text/times.ts'
import type { RecentCosts } from '../core/delivery/recent-costs.ts'
import type { KeptFigures, ValueChange } from '../core/money/day-figures.ts'
import type { ChainHoldings, HeldBalance } from '../core/money/holdings.ts'
import type { MicroUsd } from '../core/money/usd.ts'
import type { SwapLoss } from '../core/money/loss.ts'
import type { StatedTerms } from '../core/swap/terms.ts'
import type { StatusTransaction } from '../core/api/documents.ts'
import type { SwapService } from '../core/api/service.ts'
import type { Copied, KnownSetting, SettingsByKey } from '../io/index.ts'
import type { EmbeddedSwapService, Network } from '../service/index.ts'
import type {
  AccountKind,
  ConfirmName,
  HomeStanding,
  KnownEnds,
  RunJournal,
  RunPoint,
  RunTurn,
  SwapRun,
  Wallet,
} from '../wallet/index.ts'
import type { Problem } from './problem.ts'
import type { TerminalForms } from './terminal/terminal-forms.ts'

/*
 * The world outside the screens. Only the runtime and the runners of effects see it; update functions and views do not.
 */

/** What the header says about where the program works. */
export interface Place {
  readonly network: Network
  /** Base URL of the server in use; undefined for the service in this process. */
  readonly api: string | undefined
  /** The network of that server, by its providers; absent before it said so. */
  readonly server?: Network
  readonly version: string
  /** The home that the command line named, as it was typed; absent where it named none. */
  readonly home?: string
  /** True where a guide leads through a swap, in a home that is gone afterwards: no command finds what is in it. @default false */
  readonly isTour?: boolean
  /** The clocks of this machine. @default UTC */
  readonly zone?: TimeZone
  /** What charts are drawn with on this terminal where the settings do not say. @default braille */
  readonly charts?: ChartGlyphs
}

/** The service behind the screens. */
export interface OpenedSwaps {
  readonly service: SwapService
  /** Names of chains and assets: the service's own, or the bundled ones where it is on a server. */
  readonly catalog: Catalog
  /** Undefined where the service is on a server. */
  readonly embedded: EmbeddedSwapService | undefined
}

/** Where a setting comes from. */
export interface SettingOrigin {
  /** As a person would name it: `--network`, `SWAPCLI_NETWORK`, the path of the file. */
  readonly name: string
  /** True for the configuration file: only what comes from there can be changed by the screens. */
  readonly isFile: boolean
}

/** Settings as the screens read and write them. */
export interface TuiSettings {
  /** Values in force by key, secrets left out. */
  readonly values: SettingsByKey
  /** Values in force at this moment, as `values` has them: the file is read again; absent in tests that need none. */
  readonly read?: () => Promise<SettingsByKey>
  /**
   * The same where the file has changed since this was called last, or was not read then; undefined otherwise, which is cheap. Absent
   * in tests that need none. @throws CONFIG_INVALID
   */
  readonly readIfChanged?: () => Promise<SettingsByKey | undefined>
  /** Where each setting in force comes from at this moment, by key, secrets too; absent in tests that need none. */
  readonly origins?: () => Readonly<Record<string, SettingOrigin>>
  /** Keeps one in the configuration file; undefined removes it. @throws CONFIG_INVALID */
  write(key: KnownSetting['key'], value: string | undefined): Promise<void>
}

/** What this machine's wallet has begun, and the wallet. */
export interface TuiRuns {
  readonly journal: RunJournal
  /** Undefined where this machine has none. */
  readonly wallet: Wallet | undefined
  /** What swaps lose; absent in tests that need no such thing. */
  readonly values?: SwapValues
  /** What tells this home from an older copy of it; absent in tests that need no such thing. */
  readonly home?: HomeMark
  /** How this home stands, also where nothing is paid; absent in tests that need no such thing. */
  readonly standing?: HomeStanding
  /** Which runs are over that the journal has as unfinished; absent in tests that need no such thing. */
  readonly ends?: KnownEnds
  /** Keeps other processes from a run while the screens bring it on; absent in tests that need no such thing. */
  readonly turnOf?: (runId: string) => RunTurn
}

/** What swaps lose, by evidence that no counterparty makes. */
export interface SwapValues {
  assess(run: SwapRun, terms: StatedTerms): Promise<SwapLoss>
  /** Refuses a loss that a run of which nobody is asked does not agree to. @throws WALLET_REFUSED */
  check(run: SwapRun, terms: StatedTerms, loss: SwapLoss): void
}

/** How the wallet asks the user for what it needs to sign. */
export interface WalletAsks {
  /** Password of an account. @param attempt from 1 @throws what ends the signing */
  password(account: string, attempt: number): Promise<string>
  /** Called when the user must look at a device. */
  device(text: string): void
  /** Called with what the user cannot hasten. @param doing what is waited for, in two words; undefined for a remark alone */
  waiting(text: string, doing: string | undefined): void
}

/** What the command line says of swaps, so that the screens say the same. All text is clean. */
export interface RunWords {
  /** The record of a swap, in lines. @param accepted the doubts that its payment was made in spite of */
  record(transaction: StatusTransaction, accepted: string): readonly string[]
  /** Why a final transaction is no success, what is known about the funds, and what to do; undefined for a success. @param terms of its lock, where this machine has that */
  failure(transaction: StatusTransaction, terms?: StatedTerms): Problem | undefined
  /** A QR code in lines; undefined where it is wider than `columns`. */
  qr(text: string, columns: number, background: 'dark' | 'light'): Promise<readonly string[] | undefined>
}

/** An account of this machine, without its key. */
export interface AccountSummary {
  readonly name: string
  readonly address: string
  readonly kind: AccountKind
}

/** A wallet of the settings, or of this machine. */
export interface NamedAccount {
  readonly address: string
  /** What payments to it must state: a destination tag or memo, or `none`; undefined where that is not known. */
  readonly memo?: string
  /** The name that it was looked up for, and what to know of that. */
  readonly name?: string
  readonly warning?: string
}

/** An account whose balances are shown. */
export interface HeldAccount {
  readonly name: string
  readonly address: string
  /** `paper` for the wallet of the sandbox. */
  readonly kind: AccountKind | 'paper'
  /** Reads what it holds. @param onChain told each chain as it was read @throws STORE_UNUSABLE */
  read(onChain: (chain: ChainHoldings) => void): Promise<HeldReading>
}

/** What an account holds, and how that changed. */
export interface HeldReading {
  readonly chains: readonly ChainHoldings[]
  /** What was kept of the day before; undefined where nothing was. */
  readonly before: KeptFigures | undefined
  readonly change: ValueChange | undefined
  /** Why tokens may be missing, a sentence; absent where none are. */
  readonly usedUnknown?: string
  /** What its swaps cost lately; absent where they could not be read. */
  readonly costs?: RecentCosts
}

/** Something to be known, for people: a value under a name, or a sentence under ''. */
export type WorkFact = readonly [name: string, value: string]

/** How work asks the person at the screens, one thing after the other. All of it rejects once the person leaves it. */
export interface WorkAsks {
  /**
   * A text; asked for again while there is a problem with it.
   * @param ask.isHidden true for a secret: dots are shown, and nothing of it is kept. @default false
   * @param ask.leaving what Esc does, such as `signs nothing`. @default nothing is said of it
   * @param ask.refused why the answer before was refused, a sentence. @default nothing was
   * @param ask.problem why an answer is refused, a sentence; undefined for a good one
   */
  text(ask: {
    readonly question: string
    readonly isHidden?: boolean
    readonly leaving?: string
    readonly refused?: string
    readonly problem?: (text: string) => string | undefined | Promise<string | undefined>
  }): Promise<string>
  /** A question that a key answers, below what is to be known; false for no. */
  agree(question: string, facts: readonly WorkFact[]): Promise<boolean>
  /** The same where yes signs and sends: the key that pays answers it. */
  pay(question: string, facts: readonly WorkFact[]): Promise<boolean>
  /** Says what goes on while nothing is asked; what was signed stays on the terminal when the screens are left. */
  readonly tell: (text: string) => void
  /** Aborts when the person leaves the work, or the screens. */
  readonly signal: AbortSignal
}

/** Ways to a new account. */
export type NewAccountWay = 'create' | 'key' | 'words' | 'watch'

/** An account of this machine as it is listed. */
export interface KnownAccount extends AccountSummary {
  readonly inUse: boolean
  /** Command that copies its key file; '' where it has none. */
  readonly backup: string
}

/** What a contract may take of an account. All text in it is for people. */
export interface GivenApproval {
  /** Names it among the others. */
  readonly key: string
  /** Catalog key; the number of a chain that is not known. */
  readonly chain: string
  /** Symbol, else the address. */
  readonly token: string
  readonly tokenAddress: string
  /** How much, as its chain says now: `unlimited`, `unknown` where it does not. */
  readonly allowed: string
  readonly isUnlimited: boolean
  readonly spender: string
  /** Whose contract the spender is; '' where no table says. */
  readonly spenderName: string
  /** True where Permit2 keeps it, and not the token. */
  readonly isOfPermit2: boolean
  /** What it may take now, the smaller of allowance and balance; `unknown` where one of them is. */
  readonly atRisk: string
  /** What that is worth by evidence that no counterparty makes; undefined where nobody independent says. */
  readonly atRiskUsd: MicroUsd | undefined
  /** Provider whose swap on this machine gave it; '' where none did. */
  readonly provider: string
}

/** What is to be known of the approvals of one chain. All text in it is for people. */
export interface ApprovalRemark {
  /** Names it among the others, and among approvals. */
  readonly key: string
  /** Catalog key. */
  readonly chain: string
  /** `coming` for an approval that waits for a block, `incomplete` where something gave no answer. */
  readonly kind: 'unread' | 'incomplete' | 'coming'
  /** Sentences. */
  readonly text: string
}

/** What contracts may take of an account, as far as it is read. */
export interface ApprovalsReading {
  /** Name of the account. */
  readonly account: string
  /** Those by which most is at risk first. */
  readonly approvals: readonly GivenApproval[]
  readonly remarks: readonly ApprovalRemark[]
  /** Catalog keys of the chains that were asked. */
  readonly asked: readonly string[]
  /** Those of them that have not answered yet. */
  readonly waiting: readonly string[]
}

/** What is done with the accounts of this machine. */
export interface AccountWork {
  /** All of them. */
  list(): Promise<readonly KnownAccount[]>
  /** Adds one. @returns what was done @throws what the command line throws for the same */
  add(way: NewAccountWay, asks: WorkAsks): Promise<readonly WorkFact[]>
  /**
   * What contracts may still take of the account in use: of the runs of this machine, and of the contracts that are known.
   * @param onPart told what is read whenever a chain has answered
   * @throws what the command line throws for the same
   */
  approvals(onPart: (reading: ApprovalsReading) => void): Promise<ApprovalsReading>
  /**
   * Takes an approval back. @param key of one that `approvals` gave
   * @returns what was done @throws what the command line throws for the same
   */
  revoke(key: string, asks: WorkAsks): Promise<readonly WorkFact[]>
}

/** An asset of a chain whose balance is asked for. */
export interface HeldAsset {
  readonly address: string
  readonly isNative: boolean
  readonly decimals: number
}

/** One end of a swap as a service states it. */
export interface StatedEnd {
  /** Chain key. */
  readonly chain: string
  /** Address of the asset. */
  readonly address: string
  readonly isNative: boolean
  readonly decimals: number | undefined
}

/** Decimals of both ends of a swap; undefined where nobody knows them. */
export interface ReadDecimals {
  readonly src: number | undefined
  readonly dst: number | undefined
  /** Sentences on those that could not be read, and are as they were told. */
  readonly unread: readonly string[]
}

/** A chain, for looking up wallets. */
export interface ChainPlace {
  /** Chain key. */
  readonly key: string
  readonly addressFamily: CatalogChain['addressFamily']
}

/** Everything that the screens need from outside. */
export interface TuiContext {
  readonly place: Place
  /** What the screens remember from one time to the next; absent where nothing is kept. */
  readonly memory?: {
    /** As it was kept; undefined for the first time. */
    readonly kept: string | undefined
    /** Keeps it. @throws STORE_UNUSABLE */
    keep(text: string): Promise<void>
  }
  /** Puts the place that the command line named into the commands of a text; absent in tests that name none. */
  readonly namePlace?: (text: string) => string
  readonly clock: Clock
  readonly settings: TuiSettings
  /** What the terminal is known to have, by its environment; absent where there is none. */
  readonly terminal?: TerminalForms
  /** Opens the service at the first call; called after the first frame. */
  open(): Promise<OpenedSwaps>
  /**
   * Opens the journal of runs, and the wallet; absent where there is none. @param asks how the wallet asks when it signs;
   * without it only the journal is opened
   */
  readonly runs?: (asks?: WalletAsks) => Promise<TuiRuns>
  /** What the command line says of swaps; absent in tests that need no such text. */
  readonly words?: RunWords
  /** Notes what a run has paid, which is told even where its record cannot be printed; absent where nothing is real, as on the tour. */
  readonly notePayment?: (run: SwapRun) => void
  /**
   * Wallets to name in a quote: those of the settings, else this machine's own; absent where none is known.
   * @param confirmName asks about a name that is in doubt, which is refused without it
   */
  readonly accounts?: (
    role: 'depositor' | 'recipient',
    chain: ChainPlace,
    confirmName?: ConfirmName,
  ) => Promise<NamedAccount | undefined>
  /** The accounts of this machine; absent where there can be none. @throws CONFIG_INVALID for a damaged file */
  readonly wallets?: () => Promise<readonly AccountSummary[]>
  /**
   * Balances of this machine's wallet on one chain, in the order asked for. May be asked often: what was read a moment ago is
   * not read again. Absent where there are none.
   * @param sinceMs epoch milliseconds: what was read before then is read again. @default what is a minute old
   */
  readonly balances?: (chain: string, assets: readonly HeldAsset[], sinceMs?: number) => Promise<readonly HeldBalance[]>
  /** The accounts whose balances can be read, without reading any; absent where there are none. */
  readonly portfolio?: (opened: OpenedSwaps) => Promise<readonly HeldAccount[]>
  /** What is done with the accounts of this machine; absent where there can be none. */
  readonly accountWork?: AccountWork
  /**
   * The decimals of both ends, as the bundled catalog or their chains state them: what a server told is held against that.
   * Absent where nothing is real. @throws WALLET_REFUSED
   */
  readonly decimals?: (from: StatedEnd, to: StatedEnd) => Promise<ReadDecimals>
  /** Copies a text by the programs of this machine; undefined where none took it. Absent where there are none. */
  readonly copy?: (text: string) => Promise<Copied | undefined>
  /**
   * Writes a new file in the working directory, and never over another; gives the name that it took. Absent where none
   * can be written. @throws CONFIG_INVALID
   */
  readonly writeFile?: (name: string, text: string) => Promise<string>
  /** Told the points of a swap run; absent but in tests. */
  readonly checkpoint?: (point: RunPoint) => void
}
