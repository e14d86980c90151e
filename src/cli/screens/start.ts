import {
  chartGlyphs,
  holdWarnings,
  loadClipboard,
  machineZone,
  onContinued,
  onQuitAsked,
  onStopAsked,
  onUncaught,
  suspendProcess,
  thisPlace,
  writeNewFile,
} from '../../io/index.ts'
import { NO_MEMO } from '../../core/assets/recipient-memo.ts'
import { defined } from '../../core/defined.ts'
import { VERSION } from '../../core/version.ts'
import type { AccountSummary, ChainPlace, HeldAccount, NamedAccount, OpenedSwaps, TuiContext } from '../../tui/index.ts'
import { type ConfirmName, isFamilyKey } from '../../wallet/index.ts'
import { findOwnAddress, keptWallet, resolveRecipient } from '../accounts/swap-wallets.ts'
import { type Command, defineCommand } from '../command.ts'
import { noteRunPayment } from '../pay/note-run-payment.ts'
import { NO_SIGNER_FLAGS } from '../pay/pay-options.ts'
import { Done } from '../done.ts'
import { screenAccounts } from './accounts.ts'
import { openMemory } from './memory.ts'
import { type KeepWrite, openWrites } from './open-writes.ts'
import { screenRuns } from './runs.ts'
import { type ScreenSession, screenSessions, screenSettings } from './settings.ts'
import { verifyDecimals } from '../../payments/index.ts'
import { openService, type ScreenTerminal, type Session } from '../session.ts'
import { traceTarget } from '../trace.ts'
import { usage } from '../usage.ts'

/** Exit code of the screens after SIGQUIT: what a shell shows of a process that it ended. */
export const QUIT_EXIT_CODE = 131

/**
 * The screens, as what `swapcli` without a command runs.
 * @param input the terminal that is typed at
 * @param output the terminal that is drawn on
 * @throws INTERRUPTED as exit code 130 when they are left by Ctrl-C, 131 after SIGQUIT; what crashed them
 */
export function screens(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Command {
  return defineCommand({
    examples: ['', '--sandbox', '--network live', '--api http://127.0.0.1:8787/api/v1'],
    stopsItself: true,
    movesMoney: true,
    run: async (session) => {
      if (traceTarget(session.settings) === 'stderr') {
        throw usage(
          'The screens cannot be drawn while a trace is written on stderr: name a file with --set trace=/PATH',
        )
      }
      await showScreens(session, { input, output })
    },
  })
}

/**
 * Shows the screens until they are left; what they did is printed then.
 * @param isTour true to lead through a swap. @default false
 * @throws INTERRUPTED as exit code 130 when they are left by Ctrl-C, 131 after SIGQUIT; what crashed them
 */
export async function showScreens(session: Session, terminal: ScreenTerminal, isTour = false): Promise<void> {
  const { startTui, terminalForms } = await import('../../tui/index.ts')
  const sessions = screenSessions(session)
  let isQuit = false
  for (;;) {
    const next = sessions.next()
    const writes = openWrites(next)
    const context: TuiContext = {
      ...tuiContext(next, writes.keep, isTour),
      terminal: terminalForms(session.env),
      ...(isTour
        ? {}
        : {
            memory: await openMemory(next, writes.keep),
            notePayment: (run) => noteRunPayment(session.output, run),
          }),
    }
    const writeWarnings = holdWarnings()
    try {
      const left = await startTui(context, {
        ...terminal,
        colour: session.output.colored,
        screenReader: session.env['INK_SCREEN_READER'] === 'true',
        signal: session.signal,
        onCrash: onUncaught,
        suspend: suspendProcess,
        onContinued,
        onStopped: onStopAsked,
        onQuit: (listener) =>
          onQuitAsked(() => {
            isQuit = true
            listener()
          }),
      }).finally(writeWarnings)
      for (const line of left.record) session.output.print(session.output.clean(line))
      if (isQuit) throw new Done(QUIT_EXIT_CODE)
      if (left.how === 'interrupted') throw new Done(130)
      if (left.how !== 'reopen') return
    } finally {
      await writes.settle()
    }
    await sessions.end()
  }
}

/** This session as the screens see it. */
function tuiContext(session: ScreenSession, keepWrite: KeepWrite, isTour: boolean): TuiContext {
  let opened: Promise<OpenedSwaps> | undefined
  const [settings, accounts] = [screenSettings(session), screenAccounts(session)]
  return {
    place: {
      network: session.network,
      api: session.api,
      version: VERSION,
      isTour,
      zone: machineZone,
      charts: chartGlyphs('auto', session.env),
      ...defined({ home: session.typedHome }),
    },
    namePlace: session.output.namePlace,
    clock: session.clock,
    settings: { ...settings, write: (key, value) => keepWrite(settings.write(key, value)) },
    // A remark would be written into the screens.
    open: () => {
      // A store that is opened, or searched, holds up no key.
      opened = openService(session, { storeThreads: session.storeThreads?.() ?? true })
      return opened
    },
    ...screenRuns(session),
    writeFile: (name, text) => keepWrite(writeNewFile(name, text)),
    copy: async (text) => (await loadClipboard()).copyByProgram(text, { ...thisPlace(), env: session.env }),
    wallets: () => listAccounts(session),
    accounts: (role, place, confirmName) => accountOf(session, role, place, confirmName),
    ...defined({
      checkpoint: session.checkpoint,
      balances: session.network === 'live' ? balancesOf(session) : paperBalancesOf(session, () => opened),
      decimals: session.network === 'live' ? decimalsOf(session) : undefined,
    }),
    accountWork: { ...accounts, add: (way, asks) => keepWrite(accounts.add(way, asks)) },
    portfolio: (service) => listHeld(session, service),
  }
}

/** Balances of the account in use. */
function balancesOf(session: Session): NonNullable<TuiContext['balances']> {
  let reader: Promise<NonNullable<TuiContext['balances']>> | undefined
  const open = async () => {
    const [{ heldBalances }, { accountInUse }] = await Promise.all([
      import('../accounts/held-balances.ts'),
      import('../accounts/account-in-use.ts'),
    ])
    return heldBalances(session, async () => (await accountInUse(session, undefined))?.address)
  }
  return async (...asked) => (await (reader ??= open()))(...asked)
}

/** Balances of the wallet of the sandbox, which is of paper: no chain knows of it, and its swaps tell, on a server too. */
function paperBalancesOf(
  { clock }: Session,
  opened: () => Promise<OpenedSwaps> | undefined,
): NonNullable<TuiContext['balances']> {
  let reader: Promise<NonNullable<TuiContext['balances']> | undefined> | undefined
  const open = async () => {
    const service = await opened()
    if (service === undefined) return undefined
    const { paperBalances } = await import('../accounts/held-balances.ts')
    return paperBalances(service, () => clock.now())
  }
  return async (chain, assets, sinceMs) =>
    (await (await (reader ??= open()))?.(chain, assets, sinceMs)) ?? assets.map(() => undefined)
}

/** The accounts of this machine, or the paper wallet, as their balances are read. */
async function listHeld(session: Session, { service, catalog }: OpenedSwaps): Promise<readonly HeldAccount[]> {
  const [{ openPortfolio }, { openRunFile }] = await Promise.all([
    import('../accounts/portfolio.ts'),
    import('../pay/runs.ts'),
  ])
  const { documents } = await openRunFile(session)
  const { accounts } = await openPortfolio(session, { service, catalog, documents })
  return accounts.map((account) => ({ ...account, read: (onChain) => account.read({ onChain }) }))
}

/** Decimals of both ends of a swap, held against their chains. */
function decimalsOf(session: Session): NonNullable<TuiContext['decimals']> {
  return async (from, to) => {
    const toNamed = ({ chain, ...asset }: typeof from) => ({
      label: `${chain}:${asset.address}`,
      chain: { key: chain },
      asset,
    })
    const { assets, unread } = await verifyDecimals(session, [toNamed(from), toNamed(to)], true)
    return { src: assets[0].asset.decimals, dst: assets[1].asset.decimals, unread }
  }
}

/** The wallet that a command would take: that of the settings, else this machine's own, if it has one; nothing is said about it. */
async function accountOf(
  session: Session,
  role: 'depositor' | 'recipient',
  place: ChainPlace,
  confirmName: ConfirmName | undefined,
): Promise<NamedAccount | undefined> {
  const quiet: Session = {
    ...session,
    output: { ...session.output, note: () => undefined, say: () => undefined, warn: () => undefined },
  }
  const kept = keptWallet(session, role, place)
  if (kept === undefined) {
    const own = await findOwnAddress(quiet, NO_SIGNER_FLAGS, place)
    return own && { address: own.address, memo: NO_MEMO }
  }
  if (role === 'depositor') return { address: kept }
  const found = await resolveRecipient(quiet, kept, place, confirmName)
  const { recipient = kept, recipientMemo, recipientName, recipientWarning } = found
  return { address: recipient, ...defined({ memo: recipientMemo, name: recipientName, warning: recipientWarning }) }
}

/** The accounts of this machine, for choosing one. @throws CONFIG_INVALID for a damaged file where none was chosen */
async function listAccounts(session: Session): Promise<readonly AccountSummary[]> {
  const { accountFiles } = await import('../accounts/account-files.ts')
  const { accounts, damaged } = await accountFiles(session).list()
  if (damaged[0] !== undefined && !session.settings.has('wallet')) throw damaged[0].problem
  // One of a family that nothing is signed for cannot be chosen.
  return accounts
    .filter(({ family }) => isFamilyKey(family))
    .map(({ name, address, kind }) => ({ name, address, kind }))
}
