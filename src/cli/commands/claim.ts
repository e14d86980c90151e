import { formatAmountForPeople, groupThousands, parseAmount } from '../../core/money/amount.ts'
import { SwapError } from '../../core/api/errors.ts'
import type { StatusResult, StatusTransaction, TransactionAsset } from '../../core/api/documents.ts'
import { transactionAssetText } from '../../core/api/transaction-asset-text.ts'
import { defined } from '../../core/defined.ts'
import { isFinal } from '../../core/swap/transitions.ts'
import { loadHomeMark, loadValues, requireChain, unsettledOf } from '../../payments/index.ts'
import {
  type Claim,
  type DueClaim,
  loadFamily,
  loadPendingSends,
  type PayChain,
  type PendingSend,
  refusalFor,
  verifyNewestHome,
} from '../../wallet/index.ts'
import { type CurrentAccount, requirePayer } from '../accounts/current-account.ts'
import { defineCommand, type FlagsOf } from '../command.ts'
import { TRANSACTION_OR_HASH } from '../command-line/transaction-argument.ts'
import { type EndedSend, finishEarlierSends, finishSend, openSender } from '../pay/earlier-sends.ts'
import { ofOwnHome } from '../pay/home/own-home.ts'
import { SEND_OPTIONS, sendingOptions } from '../pay/pay-options.ts'
import { openRunFile } from '../pay/runs.ts'
import { confirm, goesOnDespite } from '../prompts.ts'
import type { OpenedService, Session } from '../session.ts'
import { agreeBeforehand, usage } from '../usage.ts'
import { noteQuestion } from '../views/question-lines.ts'
import { findStatus, finalFailure, printTransaction } from '../views/transaction-view.ts'

/** Sends the transaction of the destination chain that pays the recipient of a swap, once. */
export const claim = defineCommand({
  arguments: { id: TRANSACTION_OR_HASH },
  options: SEND_OPTIONS,
  examples: ['claim tx_01h2x3y4z5 --network live', 'claim tx_01h2x3y4z5 --network live --yes --json'],
  notes:
    'Any account with coin for the network cost can send it: what it pays goes to the recipient of the swap.\n' +
    'First goes on with what was signed and is not settled.',
  movesMoney: true,
  run: async (session, { id }, flags) => {
    if (session.network === 'sandbox') throw usage('Nothing on the sandbox waits for a second transaction')
    const [opened, runFile] = await Promise.all([session.open(), openRunFile(session)])
    const payChains = await session.payChains()
    const place = { ...runFile, payChains }
    const earlier = await finishEarlierSends(session, place)
    const found = await refresh(session, opened, id)
    if (found.final) return report(session, found, undefined)
    const due = await dueClaim(session, found.transaction, earlier)
    const sent = await send(session, place, due, flags)
    const result = await refresh(session, opened, found.transaction.id)
    if (sent === 'declined') return
    await report(session, result, sent)
  },
})

/** The transaction as its chains have it now. */
async function refresh(session: Session, { service }: OpenedService, text: string): Promise<StatusResult> {
  const { transaction } = await findStatus(service, text).catch(async (error: unknown) => {
    throw await ofOwnHome(session, error)
  })
  await service.track({ transactionId: transaction.id })
  return service.status({ transactionId: transaction.id })
}

/** A claim with the chain on which it is sent. */
interface OpenClaim {
  readonly chain: PayChain
  readonly claim: Claim
  /** What base units of the destination asset are, for people. */
  readonly describe: (units: bigint) => string
}

/** @throws WALLET_REFUSED where nothing is to be sent */
async function dueClaim(
  session: Session,
  transaction: StatusTransaction,
  earlier: readonly EndedSend[],
): Promise<OpenClaim> {
  const { id, progress, srcAsset, dstAsset, srcAmount } = transaction
  if (progress?.claim === undefined) {
    const sent = earlier.length === 0 ? '' : 'What was signed before is sent. '
    throw new SwapError('WALLET_REFUSED', `${sent}Nothing waits to be claimed now${noteOf(transaction)}`, {
      reason: 'run',
      funds: 'unknown',
      hint: `Nothing was signed. See how far it is: swapcli status ${id} --watch`,
    })
  }
  const [source, target] = await Promise.all([sideOf(session, srcAsset), sideOf(session, dstAsset)])
  const amount = parseAmount(srcAmount, source?.decimals ?? 0)
  if (source === undefined || target === undefined || !amount.ok) {
    const which = transactionAssetText({ ...(source === undefined ? srcAsset : dstAsset), unlisted: true })
    throw usage(`${which}, an asset of ${id}, is not in the catalog`, 'Refresh it: swapcli catalog refresh')
  }
  if (progress.claim.chainId !== target.chain.chainId) {
    throw refusalFor('payload', 'The call that would finish the swap is for another chain', 'Nothing was signed')
  }
  const { chain, address, decimals } = source
  return {
    chain: await requireChain(await session.payChains(), target.chain.key),
    claim: {
      call: progress.claim,
      src: { chainKey: chain.key, chainId: chain.chainId, address, units: amount.units, decimals },
      dst: { chainId: target.chain.chainId },
      depositor: transaction.walletAddress,
      recipient: transaction.recipientWalletAddress,
      again: `swapcli claim ${id}`,
    },
    describe: (units) => `${formatAmountForPeople(units, target.decimals)} ${target.symbol}`,
  }
}

async function sideOf(session: Session, { chain: key, contract }: TransactionAsset) {
  if (key === null || contract === null) return undefined
  const catalog = await session.bundledCatalog()
  const [chain, asset] = await Promise.all([catalog.chain(key), catalog.asset(key, contract)])
  return chain === undefined || asset === undefined ? undefined : { ...asset, chain }
}

function noteOf({ progress }: StatusTransaction): string {
  return progress?.note === undefined ? '' : `: ${progress.note}`
}

/** @returns undefined where somebody else was first */
async function send(
  session: Session,
  place: Awaited<ReturnType<typeof openRunFile>> & Parameters<typeof finishEarlierSends>[1],
  open: OpenClaim,
  flags: FlagsOf<typeof SEND_OPTIONS>,
): Promise<EndedSend | 'declined' | undefined> {
  const { output } = session
  const { chain, claim: due } = open
  const tools = await (await loadFamily(chain.family)).loadClaims?.()
  const account = await requirePayer(session, flags)
  if (tools === undefined) throw usage(`Nothing can be claimed on ${chain.name}`)
  const { openLossValues } = await loadValues()
  const listUnsettled = () => unsettledOf(place, account.address)
  const options = { ...sendingOptions(flags), appraise: openLossValues(session).appraise, listUnsettled }
  const checked = await tools.checkClaim(chain, account.address, due, options)
  if (checked.state === 'done') {
    output.note(`It is minted on ${chain.name} already; nothing was signed`)
    return undefined
  }
  noteReview(session, open, account, checked)
  if (flags.yes && checked.refusal !== undefined) throw checked.refusal
  if (!flags.yes) {
    if (!session.interactive) throw agreeBeforehand()
    if (!(await confirm(session, 'Sign and send it?'))) return 'declined'
  }
  const { openHomeMark } = await loadHomeMark()
  const home = await openHomeMark({ place: session, wallet: place.documents, tell: (text) => output.note(text) })
  await verifyNewestHome(
    { ...place, home, goesOnDespite: goesOnDespite(session, flags.accept) },
    {
      hint: 'Nothing was signed now. Claim it in the copy that went further, or go on with this one',
      accept: ['--accept', 'older-home'],
    },
  )
  const signer = await account.signer()
  const wallet = await openSender(session, place.payChains, account.address)
  // A payment of the same account must not take the same place in the order of its transactions.
  const release = await wallet.enterQueue?.(chain.chainId, { until: session.signal })
  if (release === undefined) throw new SwapError('INTERRUPTED', 'Stopped before it was signed; nothing was sent')
  try {
    await home.advance()
    const payment = await tools.signClaim(chain, signer, due, checked, options)
    if (payment === undefined) return undefined
    const note: PendingSend = {
      description: `claim ${open.describe(checked.amount)} on ${chain.name} for ${due.recipient}`,
      owner: account.address,
      hash: payment.hash,
      raw: payment.raw,
      signedAt: new Date(session.clock.now()).toISOString(),
      again: due.again,
      ...defined({ isPrivate: payment.isPrivate }),
    }
    // On disk before it is sent: whoever finds it sends the same bytes.
    const { recordSend } = await loadPendingSends()
    await recordSend(place.documents, note)
    session.checkpoint?.('payment-made')
    output.note(`signed      ${note.hash}`)
    return await finishSend(session, place.documents, wallet, note)
  } finally {
    release()
  }
}

function noteReview({ output }: Session, { chain, claim: due, describe }: OpenClaim, by: CurrentAccount, of: DueClaim) {
  noteQuestion(output, [
    ['sign on', `${chain.name} (chain id ${chain.chainId})`],
    ['from', by.address],
    ['call', `receiveMessage of ${due.call.to}`],
    ['pays', describe(of.amount)],
    ['paid to', due.recipient],
    ['network cost', `at most ${groupThousands(of.networkCost)}`],
    ['warning', of.refusal?.message ?? ''],
  ])
}

async function report(session: Session, result: StatusResult, sent: EndedSend | undefined): Promise<void> {
  const { output } = session
  const { transaction, final } = result
  if (output.json) {
    const claimed = sent === undefined ? undefined : { hash: sent.hash, ...sent.end }
    output.printJson({ data: { ...result, ...defined({ claim: claimed }) } })
  } else await printTransaction(output, transaction, '')
  if (isFinal(transaction.status)) {
    const failure = finalFailure(transaction)
    if (failure !== undefined) throw failure
    // Whoever minted it, the recipient is paid.
    return
  }
  if (sent !== undefined && sent.end.state !== 'mined') {
    throw new SwapError(
      'WALLET_REFUSED',
      sent.end.state === 'reverted'
        ? `Not claimed, it was reverted: ${sent.end.reason} (${sent.hash})`
        : `Not claimed, its nonce was used by another transaction (${sent.hash})`,
      {
        reason: 'run',
        funds: 'unknown',
        hint: `Only network costs are gone. See how far it is, and try again: swapcli claim ${transaction.id}`,
      },
    )
  }
  if (!final) output.note(`follow it: swapcli status ${transaction.id} --watch`)
}
