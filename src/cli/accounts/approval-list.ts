import { formatAmount } from '../../core/money/amount.ts'
import { resolveChain } from '../../core/assets/asset-reference.ts'
import type { Catalog } from '../../core/assets/catalog.ts'
import { isSwapError, SwapError } from '../../core/api/errors.ts'
import type { DocumentStore } from '../../core/ports.ts'
import { loadApprovals, type PayChain, type RecordedApproval } from '../../wallet/index.ts'
import type { Flags } from '../command.ts'
import { createPayChains, type PayChains } from '../pay/pay-chains.ts'
import { openRunFile } from '../pay/runs.ts'
import type { Session } from '../session.ts'
import { during } from '../output/spinner.ts'

/** What the commands about approvals work with. */
export interface Approvals {
  readonly payChains: PayChains
  readonly catalog: Catalog
  readonly documents: DocumentStore
  /** Those that payments of this machine's wallet made, newest run first, on the chains asked for. */
  readonly noted: readonly RecordedApproval[]
}

/** An approval as its chain has it now. */
export interface ReadApproval extends RecordedApproval {
  /** Undefined where no RPC is known for its chain. */
  readonly chain: PayChain | undefined
  /** Base units; undefined when they could not be read. */
  readonly units: bigint | undefined
}

/** Opens the runs of the wallet and finds the approvals that they made. */
export async function openApprovals(session: Session, flags: Flags): Promise<Approvals> {
  const [{ journal, documents }, { findApprovals }, { openBundledCatalog }] = await Promise.all([
    openRunFile(session),
    loadApprovals(),
    import('../quote/bundled-catalog.ts'),
  ])
  const catalog = openBundledCatalog()
  const asked = await Promise.all(flags.list('chain').map(async (text) => (await resolveChain(catalog, text)).chainId))
  const all = await findApprovals(await journal.all())
  const noted = asked.length === 0 ? all : all.filter(({ chainId }) => asked.includes(chainId))
  return { payChains: createPayChains(session), catalog, documents, noted }
}

/** True when every word is the run, the token or the spender of an approval. */
export function fits(words: readonly string[], { runs, token, symbol, spender }: RecordedApproval): boolean {
  const names = [...runs, token, symbol ?? '', spender].map((name) => name.toLowerCase())
  return words.every((word) => word !== '' && names.includes(word.toLowerCase()))
}

/** `wallet approvals list`. */
export async function listApprovals(
  session: Session,
  { payChains, catalog, documents, noted }: Approvals,
  words: readonly string[],
  flags: Flags,
): Promise<void> {
  const { output } = session
  const { listPendingSends, UNLIMITED_FROM } = await loadApprovals()
  const asked = noted.filter((approval) => fits(words, approval))
  const reading = readNow(session, payChains, catalog, asked)
  const { read, failed } = await during(session, 'asking the chains', reading)
  const unsettled = await listPendingSends(documents)
  const shown = read.filter(({ units }) => flags.on('all') || units !== 0n)
  if (output.json) output.printJson({ data: shown.map(approvalDocument) })
  else {
    await output.table(
      [
        { header: 'CHAIN' },
        { header: 'TOKEN' },
        { header: 'ALLOWED NOW', align: 'right' },
        { header: 'SPENDER' },
        { header: 'FOR' },
      ],
      shown.map((approval) => [
        approval.chain?.key ?? String(approval.chainId),
        approval.symbol ?? approval.token,
        allowedText(approval, UNLIMITED_FROM),
        `${approval.spender}${approval.keeper === 'permit2' ? ' by Permit2' : ''}`,
        `${approval.provider} ${approval.runs.at(-1) ?? ''}`,
      ]),
    )
    for (const { name, error } of failed) output.say(`${name} cannot be read: ${output.clean(error.message)}`)
    if (shown.length === 0) output.note('nothing may be taken by what payments of this wallet approved')
    else output.note('take one back: swapcli wallet approvals revoke SPENDER')
  }
  if (unsettled.length > 0) {
    output.note(`${unsettled.length} signed and not settled; go on with it: swapcli wallet approvals revoke`)
  }
  if (failed.length > 0 && read.every(({ units }) => units === undefined)) throw nothingRead(failed)
}

/** A chain whose approvals could not be read. */
export interface FailedRead {
  readonly name: string
  readonly error: SwapError
}

/** Reads what the chains say of approvals now; those of a chain that fails stay unknown. */
export async function readNow(
  session: Session,
  payChains: PayChains,
  catalog: Catalog,
  approvals: readonly RecordedApproval[],
): Promise<{ readonly read: readonly ReadApproval[]; readonly failed: readonly FailedRead[] }> {
  const { readAllowances } = await loadApprovals()
  const failed: FailedRead[] = []
  const ofChain = async (chainId: number) => {
    const mine = approvals.filter((approval) => approval.chainId === chainId)
    const chain = await payChains.chain(chainId)
    if (chain === undefined) return mine.map((approval) => ({ ...approval, chain, units: undefined }))
    try {
      const units = await readAllowances(chain, mine, session.clock.now())
      const named = await Promise.all(mine.map((approval) => withNames(catalog, chain, approval)))
      return named.map((approval, index) => ({ ...approval, chain, units: units[index] }))
    } catch (error) {
      if (!isSwapError(error)) throw error
      failed.push({ name: chain.name, error })
      return mine.map((approval) => ({ ...approval, chain, units: undefined }))
    }
  }
  const ids = [...new Set(approvals.map(({ chainId }) => chainId))]
  const read = (await Promise.all(ids.map(ofChain))).flat()
  return { read, failed }
}

async function withNames(catalog: Catalog, chain: PayChain, approval: RecordedApproval): Promise<RecordedApproval> {
  if (approval.symbol !== undefined && approval.decimals !== undefined) return approval
  const asset = await catalog.asset(chain.key, approval.token)
  return asset === undefined ? approval : { ...approval, symbol: asset.symbol, decimals: asset.decimals }
}

/** What a spender may take, for a person. @param unlimitedFrom base units from which it has no end */
export function allowedText({ units, decimals, symbol }: ReadApproval, unlimitedFrom: bigint): string {
  if (units === undefined) return 'unknown'
  if (units >= unlimitedFrom) return 'unlimited'
  return decimals === undefined ? `${units} base units` : `${formatAmount(units, decimals)} ${symbol ?? ''}`.trim()
}

/** An approval as `--json` prints it. */
function approvalDocument(approval: ReadApproval): object {
  const { chain, chainId, owner, token, symbol, decimals, spender, keeper, units, provider, runs } = approval
  return {
    chain: chain?.key ?? null,
    chainId,
    owner,
    token,
    symbol: symbol ?? null,
    decimals: decimals ?? null,
    spender,
    keeper,
    units: units?.toString() ?? null,
    provider,
    runs,
  }
}

function nothingRead(failed: readonly FailedRead[]): SwapError {
  const why = failed.map(({ name, error }) => `${name}: ${error.message}`).join('; ')
  return new SwapError('SERVICE_UNAVAILABLE', `No chain could be asked. ${why}`, {
    hint: 'Try again, or set nodes of your own: swapcli config set rpc.ethereum https://…',
  })
}
