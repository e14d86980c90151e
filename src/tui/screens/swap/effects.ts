import { isSwapError, SwapError } from '../../../core/api/errors.ts'
import { startDeadline, waitAtMost } from '../../../core/deadline.ts'
import { readNetwork } from '../../../core/api/paper.ts'
import { splitPayee } from '../../../core/assets/contacts.ts'
import { findAssets, findChains } from '../../../core/assets/find-assets.ts'
import { defined } from '../../../core/defined.ts'
import { cleanText } from '../../../core/text/clean-text.ts'
import type { Route } from '../../../core/api/documents.ts'
import { providerRecords } from '../../../core/delivery/safety.ts'
import { cleanDocument } from '../../kit/text/clean-document.ts'
import type { NamedAccount, OpenedSwaps } from '../../context.ts'
import type { Payee } from '../../kit/run/swap-asset.ts'
import type { EffectIo, EffectTable } from '../../effect-io.ts'
import { noticeEvent } from '../../events.ts'
import { lookAtSettings } from '../../kit/fresh-settings.ts'
import { expectedProblem, problemOf, problemText } from '../../problem.ts'
import { lacksMemo, MOST_ROUTES } from './quote.ts'
import { findPast, readLine } from './fill/filling.ts'
import { lookUp, nothingOf } from './fill/lookup.ts'
import { ownKnowledge } from './fill/own-knowledge.ts'
import { assetKey, pairKey, type FormFilling, type SwapEffects, type SwapScreenEvent } from './state.ts'

/** Pause before a server is asked, so that not every letter asks it, in milliseconds. */
const TYPING_MS = 120

/** Longest wait for balances before they are said to be unknown, in milliseconds. */
const BALANCES_MS = 5_000

/** Pause before nodes are asked for balances, in milliseconds. */
const READING_MS = 250

type SwapIo = EffectIo<SwapScreenEvent>

/** What the screen does outside. */
export const SWAP_EFFECTS: EffectTable<SwapEffects, SwapIo> = {
  'find-assets': ({ id, text, chain }, io) =>
    find(id, io, async (opened) => ({
      on: 'swap',
      type: 'assets-found',
      id,
      ...(await findAssets(opened, text, chain)),
    })),
  'find-chains': ({ id, text }, io) =>
    find(id, io, async (opened) => ({ on: 'swap', type: 'chains-found', id, chains: await findChains(opened, text) })),
  balances: readBalances,
  accounts: nameAccounts,
  rates: readRates,
  records: readRecords,
  quote,
  'cancel-quote': async (_effect, io) => io.cancel('quote'),
  'check-server': checkServer,
  'keep-memo': keepMemo,
  'look-at-settings': (_effect, io) => lookAtSettings(io),
  look,
  'read-line': ({ id, text }, io) => fill(id, io, (opened) => readLine(opened, text), text),
  'find-past': ({ id, past }, io) => fill(id, io, (opened) => findPast(opened, past, ownKnowledge(io.context))),
  recall,
}

/** Pause before a server is asked whether it is there, and longest wait for its answer, in milliseconds. */
const [CHECK_MS, ANSWER_MS] = [3000, 3000]

/** What it is may have changed with it, which is told too. */
async function checkServer({ id, left, isLost }: SwapEffects['check-server'], io: SwapIo): Promise<void> {
  const { clock } = io.context
  const signal = io.begin('server')
  const late = () => new SwapError('SERVICE_UNAVAILABLE', 'The server does not answer any more')
  const check = { id, left: left - 1, ...defined({ isLost }) }
  await clock.sleep(CHECK_MS, signal).catch(() => undefined)
  if (signal.aborted) return
  const deadline = startDeadline(clock, ANSWER_MS, late, signal)
  try {
    const { service } = await io.openService()
    const network = await deadline.race(readNetwork(service))
    if (signal.aborted) return
    if (network !== undefined) io.dispatch({ on: 'app', type: 'network', network })
    io.dispatch({ on: 'swap', type: 'server-stands', ...check })
  } catch (error) {
    if (!signal.aborted) io.dispatch({ on: 'swap', type: 'server-lost', problem: expectedProblem(error), check })
  } finally {
    deadline.stop()
  }
}

async function find(id: number, io: SwapIo, search: (opened: OpenedSwaps) => Promise<SwapScreenEvent>): Promise<void> {
  const signal = io.begin('find')
  try {
    const opened = await io.openService()
    if (opened.embedded === undefined) await io.context.clock.sleep(TYPING_MS, signal)
    const event = await search(opened)
    if (!signal.aborted) io.dispatch(event)
  } catch (error) {
    if (!signal.aborted) io.dispatch({ on: 'swap', type: 'find-failed', id, problem: problemOf(error) })
  }
}

/** Once typing stops. */
async function look({ text, cursor, settings }: SwapEffects['look'], io: SwapIo): Promise<void> {
  const signal = io.begin('look')
  try {
    const opened = await io.openService()
    await io.context.clock.sleep(TYPING_MS, signal)
    const lookup = await lookUp(opened, text, cursor, settings)
    if (!signal.aborted) io.dispatch({ on: 'swap', type: 'looked', lookup })
  } catch (error) {
    const lookup = { ...nothingOf(text), problem: problemOf(error) }
    if (!signal.aborted) io.dispatch({ on: 'swap', type: 'looked', lookup })
  }
}

/** @param line what was written; undefined where nothing was */
async function fill(
  id: number,
  io: SwapIo,
  find: (opened: OpenedSwaps) => Promise<FormFilling>,
  line?: string,
): Promise<void> {
  const signal = io.begin('fill')
  try {
    const filling = await find(await io.openService())
    if (filling.recipient.startsWith('@')) await lookAtSettings(io)
    if (!signal.aborted) io.dispatch({ on: 'swap', type: 'filled', id, filling })
  } catch (error) {
    if (signal.aborted) return
    const why = problemText(problemOf(error))
    const text = line === undefined ? why : `not filled in: ${cleanText(line, 100)}. ${why}`
    io.dispatch({ on: 'swap', type: 'fill-failed', id, text })
  }
}

async function recall({ id, past }: SwapEffects['recall'], io: SwapIo): Promise<void> {
  const filling = await io
    .openService()
    .then((opened) => findPast(opened, past, ownKnowledge(io.context)))
    .catch(() => undefined)
  if (filling !== undefined && !io.signal.aborted) io.dispatch({ on: 'swap', type: 'recalled', id, filling })
}

/** Runs once typing stops, all chains at once: a slow node delays its own balances only. */
async function readBalances({ of, assets, sinceMs }: SwapEffects['balances'], io: SwapIo): Promise<void> {
  const { balances, clock } = io.context
  if (balances === undefined) {
    io.dispatch({ on: 'swap', type: 'balances', balances: {}, nobodys: assets.map(assetKey), sinceMs })
    return
  }
  const signal = io.begin(`balances ${of}`)
  await clock.sleep(READING_MS, signal).catch(() => undefined)
  if (signal.aborted) return
  const readChain = async (chain: string) => {
    const here = assets.flatMap(({ decimals, ...asset }) =>
      asset.chain !== chain || decimals === undefined ? [] : [{ ...asset, decimals }],
    )
    const reading = balances(chain, here, sinceMs)
    if ((await waitAtMost(clock, BALANCES_MS, reading)) === undefined && !signal.aborted) {
      const slow = here.map((asset) => [assetKey(asset), `no answer in ${BALANCES_MS / 1000} s`] as const)
      io.dispatch({ on: 'swap', type: 'balances', balances: {}, unread: Object.fromEntries(slow), sinceMs })
    }
    const read = await reading
    if (signal.aborted) return
    const known: Record<string, string> = {}
    // A balance is an extra: without an answer it is said to be unknown, and why.
    const unread: Record<string, string> = {}
    const nobodys: string[] = []
    for (const [index, asset] of here.entries()) {
      const [name, balance] = [assetKey(asset), read[index]]
      if (typeof balance === 'string') known[name] = cleanText(balance, 80)
      else if (balance === undefined) nobodys.push(name)
      else unread[name] = cleanText(balance.reason)
    }
    io.dispatch({ on: 'swap', type: 'balances', balances: known, unread, nobodys, sinceMs })
  }
  await Promise.all([...new Set(assets.map(({ chain }) => chain))].map(readChain))
}

async function nameAccounts({ from, to }: SwapEffects['accounts'], io: SwapIo): Promise<void> {
  const { accounts } = io.context
  const placeOf = ({ chain, addressFamily }: typeof from) => ({ key: chain, addressFamily })
  // It is shown with its doubt, and confirmed in the review.
  const doubtful: (NamedAccount & { readonly warning: string })[] = []
  const [depositor, recipient] = await Promise.all([
    accounts?.('depositor', placeOf(from)).catch(() => undefined),
    accounts?.('recipient', placeOf(to), async (found, warning) => {
      doubtful.push({ ...found, warning })
      return false
    }).catch(() => undefined),
  ])
  const named = recipient ?? doubtful[0]
  const payee: Payee | undefined =
    named?.name === undefined
      ? undefined
      : {
          name: cleanText(named.name, 256),
          note: cleanText(named.warning ?? '', 300),
          isDoubtful: recipient === undefined,
        }
  io.dispatch({
    on: 'swap',
    type: 'accounts',
    from: assetKey(from),
    to: assetKey(to),
    accounts: {
      depositor: depositor === undefined ? undefined : cleanText(depositor.address, 256),
      recipient: named === undefined ? undefined : cleanText(named.address, 256),
      memo: named?.memo === undefined ? undefined : cleanText(named.memo, 300),
      payee,
    },
  })
}

/** A setting of the environment stays as it is; where the file cannot be written, the swap goes on and that is said. */
async function keepMemo({ key, value }: SwapEffects['keep-memo'], io: SwapIo): Promise<void> {
  const { settings } = io.context
  try {
    // Another program may have corrected the address meanwhile.
    const now = ((await settings.read?.()) ?? settings.values)[key]
    if (now === undefined || !lacksMemo(now, splitPayee(value)) || settings.origins?.()[key]?.isFile !== true) return
    await settings.write(key, value)
    io.dispatch({ on: 'app', type: 'saved', key, value })
    io.dispatch(noticeEvent('info', `${key} keeps it: ${cleanText(value)}`))
  } catch (error) {
    io.dispatch(noticeEvent('bad', `${key} does not keep it: ${problemOf(error).message}`))
  }
}

/** A rate over time is an extra: where it cannot be read, none is shown. */
async function readRates({ from, to, range, size }: SwapEffects['rates'], io: SwapIo): Promise<void> {
  const signal = io.begin('rates')
  try {
    const { embedded } = await io.openService()
    if (embedded === undefined) return
    const pair = { srcChain: from.chain, srcAddress: from.address, dstChain: to.chain, dstAddress: to.address }
    const series = await embedded.ratesOfOrder(pair, { range, size })
    const marks = await embedded.rateMarks(pair, series.sinceMs)
    if (!signal.aborted)
      io.dispatch({ on: 'swap', type: 'rates', pair: pairKey(from, to), rates: { ...series, marks } })
  } catch (error) {
    expectedProblem(error)
  }
}

async function readRecords(_effect: SwapEffects['records'], io: SwapIo): Promise<void> {
  try {
    await tellRecords(io)
  } catch (error) {
    io.dispatch(noticeEvent('bad', `no record of providers: ${problemOf(error).message}`))
  }
}

/** @throws what the service throws */
async function tellRecords(io: SwapIo): Promise<void> {
  const stats = cleanDocument(await (await io.openService()).service.stats({ finalizedOnly: true }))
  io.dispatch({ on: 'swap', type: 'records', records: providerRecords(stats), deliveries: stats.deliveries ?? [] })
}

async function quote({ id, asked }: SwapEffects['quote'], io: SwapIo): Promise<void> {
  const signal = io.begin('quote')
  const clean = (routes: readonly Route[]) => routes.slice(0, MOST_ROUTES).map(cleanDocument)
  const tell = (event: SwapScreenEvent) => {
    if (!signal.aborted) io.dispatch(event)
  }
  try {
    const { service } = await io.openService()
    // Beside the quote, so that it is as new as that; routes are shown without it too.
    tellRecords(io).catch(() => undefined)
    for await (const event of service.quoteStream(asked.request, { signal })) {
      if (signal.aborted) return
      if (event.type === 'routes') tell({ on: 'swap', type: 'routes', id, routes: clean(event.routes) })
      else if (event.type === 'verdict')
        tell({ on: 'swap', type: 'verdict', id, verdict: cleanDocument(event.verdict) })
      else {
        const { data, verdicts } = event.result
        tell({ on: 'swap', type: 'quoted', id, routes: clean(data), verdicts: verdicts.map(cleanDocument) })
      }
    }
  } catch (error) {
    const isAway = isSwapError(error) && error.retryable
    tell({ on: 'swap', type: 'quote-failed', id, problem: problemOf(error), isAway })
  }
}
