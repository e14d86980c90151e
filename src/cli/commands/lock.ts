import { maxOnTop, nativeOnTop, verifyLock, verifyLockedTerms } from '../../wallet/index.ts'
import type { CatalogChain } from '../../core/assets/catalog.ts'
import type { Lock, Route } from '../../core/api/documents.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { LockRequest } from '../../core/api/service.ts'
import {
  mergeWallets,
  namesDocument,
  PARTY_OPTIONS,
  pipedName,
  requireMemo,
  requireWallets,
} from '../accounts/swap-wallets.ts'
import { readLock, readTerms, readValues, writtenDecimals } from '../../core/api/answers.ts'
import { timeText } from '../../core/text/times.ts'
import { defined } from '../../core/defined.ts'
import { feesText } from '../../core/money/fees.ts'
import { verifyNetwork } from '../../core/api/paper.ts'
import { DAY_MS } from '../../core/text/duration.ts'
import { commandLine } from '../../core/text/command-line.ts'
import { defineCommand } from '../command.ts'
import { FLOOR_OPTIONS, NO_SIGNER_FLAGS, readMinReceive } from '../pay/pay-options.ts'
import { usage } from '../usage.ts'
import { readQuoteDocument } from '../quote/document-input.ts'
import { lockRequest, noteSlippage } from '../quote/quote-request.ts'
import { recipientText } from '../views/recipient-text.ts'
import { openToLock } from '../quote/server-network.ts'
import type { OpenedService } from '../session.ts'
import { groupThousands } from '../../core/money/amount.ts'

/** Locks one route of a quote. */
export const lock = defineCommand({
  arguments: { document: { kind: 'text', description: '- for what quote --json printed' } },
  options: {
    ...PARTY_OPTIONS,
    ...FLOOR_OPTIONS,
    provider: { kind: 'provider', value: 'key', description: 'the route of this provider' },
    route: { kind: 'text', value: 'routeId', field: 'routeId', description: 'the route with this id' },
    referralCode: { kind: 'text', value: 'code', description: 'affiliate code' },
    idempotencyKey: {
      kind: 'text',
      value: 'key',
      field: 'Idempotency-Key',
      description: 'a repeated request with the same key gets the same lock',
    },
  },
  examples: [
    'quote 100 ethereum:USDC bitcoin:BTC --json | swapcli lock -',
    'quote 1 ethereum:ETH base:USDC --json | swapcli lock - --provider SANDBOX_DEX --json',
  ],
  notes: 'Takes the first route unless --provider or --route says otherwise.',
  run: async (session, { document }, flags) => {
    if (document !== undefined && document !== '-') throw usage('lock takes - and reads the document from stdin')
    const { request, names, data } = readQuoteDocument(await session.readStdin())
    const route = chooseRoute(data, flags)
    noteSlippage(session, request.slippage)
    const opened = await openToLock(session)
    if (session.api !== undefined) verifyNetwork(session.network, route.provider, session.api)
    const [src, dst] = await Promise.all([placeOf(opened, request.srcChain), placeOf(opened, request.dstChain)])
    const merged = await mergeWallets(session, flags, request, src, dst)
    const given = await requireMemo(session, flags, merged, dst)
    const { recipientMemo } = given
    const accounts = { ...(await requireWallets(session, NO_SIGNER_FLAGS, given, src, dst)), recipientMemo }
    const { recipientName = pipedName(names, accounts.recipient) } = given
    const { referralCode, idempotencyKey, minReceive } = flags
    const asked = lockRequest(request, route, accounts, referralCode)
    const locked = await opened.service.lock(asked, { signal: session.signal, ...defined({ idempotencyKey }) })
    await checkLock(opened, asked, route, locked, minReceive)
    const { output } = session
    if (output.json)
      return output.printJson({ request: asked, ...namesDocument({ ...accounts, recipientName }), data: locked })
    await output.fields([
      ['lock', locked.lockId],
      ['provider', locked.provider],
      ['send', `${groupThousands(locked.src.formatted)} ${locked.src.currency}`],
      ['receive', `${groupThousands(locked.dst.formatted)} ${locked.dst.currency}`],
      [
        'promised',
        locked.minimumReceived === undefined ? '' : `${groupThousands(locked.minimumReceived)} ${locked.dst.currency}`,
      ],
      ['fees', feesText(readValues(locked))],
      ['from', accounts.depositor],
      ['to', recipientText(accounts.recipient, recipientName)],
      ['memo', locked.recipientMemo ?? ''],
      [
        'expires',
        `${timeText(locked.expiresAt, output.zone)} (in ${locked.ttlMs > DAY_MS ? 'over a day' : `${Math.ceil(locked.ttlMs / 1000)} s`})`,
      ],
    ])
    output.note(`next: ${commandLine(['execute', locked.lockId])}`)
  },
})

/** Holds a lock against the route that was chosen. @throws WALLET_REFUSED */
async function checkLock(
  { catalog }: OpenedService,
  asked: LockRequest,
  route: Route,
  answer: Lock,
  minReceive: string | undefined,
): Promise<void> {
  // What arrives is compared as it is written: a unit of the last place is what rounding may take.
  const stated = [route, answer].flatMap(({ dst, minimumReceived = '' }) => [dst.formatted, minimumReceived])
  const decimals = { src: undefined, dst: writtenDecimals([...stated, minReceive ?? '']) }
  const [quoted, lock] = [readTerms('route', route, decimals), readLock(answer, decimals)]
  verifyLock(lock, { ...asked, src: quoted.src.symbol, dst: quoted.dst.symbol })
  const { chainId } = (await catalog.chain(asked.srcChain)) ?? {}
  verifyLockedTerms({
    request: asked,
    lock,
    shown: quoted.dst.amount,
    leastOut: quoted.minimumOut,
    source: { chainId: chainId ?? 0 },
    minReceive: readMinReceive(minReceive, decimals.dst),
    mostOnTop: chainId === undefined ? undefined : maxOnTop(nativeOnTop(quoted.fees, chainId)),
  })
}

function chooseRoute(
  routes: readonly Route[],
  { provider, route: routeId }: { readonly provider: string | undefined; readonly route: string | undefined },
): Route {
  const found = routes.find(
    (route) =>
      (provider === undefined || route.provider === provider) && (routeId === undefined || route.routeId === routeId),
  )
  if (found !== undefined) return found
  if (routes.length === 0) throw new SwapError('NO_ROUTE', 'The quote has no route to lock')
  throw usage('The quote has no route of that provider or with that id', 'See its routes: swapcli quote --help')
}

/** The chain as the catalog knows it; for a chain that only the server knows, its key alone. */
async function placeOf({ catalog }: OpenedService, key: string): Promise<Pick<CatalogChain, 'key' | 'addressFamily'>> {
  return (await catalog.chain(key)) ?? { key, addressFamily: '' }
}
