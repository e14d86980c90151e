import * as z from 'zod'
import { MEMO_LEDGERS } from '../../core/assets/recipient-memo.ts'
import type { Clock } from '../../core/ports.ts'
import { SwapError } from '../../core/api/errors.ts'
import { isSafeBaseUrl } from '../../core/text/base-url.ts'
import { ProviderError, type ProviderHttp, type ProviderManifest } from '../../providers/index.ts'
import type { ProviderConnections } from '../providers/connections.ts'
import { withDeadline } from '../providers/deadline.ts'

/** Longest time for the node's answer, in milliseconds. */
const DEADLINE_MS = 4_000
/** Largest answer, in bytes: an account of Horizon lists its signers, balances and data. */
const MAX_BYTES = 1024 * 1024

interface NeedParts {
  readonly clock: Clock
  readonly connections: Pick<ProviderConnections, 'http'>
  readonly leaving: AbortSignal
}

interface MemoNeed {
  readonly isLock: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * Whether the ledger says that an account takes payments with a destination tag or memo only. Asks the first URL that the user
 * set for the chain; chains whose ledgers do not say it are false.
 * @throws SERVICE_UNAVAILABLE for a lock where the node gives no answer that can be read; a quote goes on without one
 */
export async function requiresMemo(
  { clock, connections, leaving }: NeedParts,
  { chainKey, node }: { readonly chainKey: string; readonly node: string },
  account: string,
  { isLock, signal }: MemoNeed,
): Promise<boolean> {
  const ledger = MEMO_LEDGERS.find((key) => key === chainKey)
  if (ledger === undefined) return false
  try {
    const [url = ''] = node.split(',').map((text) => text.trim())
    if (!isSafeBaseUrl(url)) throw new ProviderError('unavailable', `rpc.${chainKey} is no https URL without a query`)
    const caller = signal === undefined ? leaving : AbortSignal.any([signal, leaving])
    return await withDeadline(clock, DEADLINE_MS, caller, 'The caller did not wait for the answer', (stop, hold) =>
      LEDGERS[ledger](connections.http(nodeManifest(chainKey, url), stop, { hold }), account),
    )
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof z.ZodError)) throw error
    if (!isLock) return false
    const why = error instanceof ProviderError ? error.message : 'its answer cannot be read'
    throw new SwapError(
      'SERVICE_UNAVAILABLE',
      `The node that is set for ${chainKey} does not say whether ${account} needs a memo: ${why}`,
      { retryAfterSec: 5, cause: error, hint: `Try again, or set another one: swapcli config set rpc.${chainKey} URL` },
    )
  }
}

/** Asks one node whether an account needs a memo. @throws ProviderError ZodError */
type AskLedger = (http: ProviderHttp, account: string) => Promise<boolean>

/** `lsfRequireDestTag` of an account root, https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/accountroot */
const REQUIRE_DEST_TAG = 0x0002_0000

const accountInfo = z.object({
  result: z.union([
    z.object({ account_data: z.object({ Account: z.string(), Flags: z.int().min(0) }) }),
    // An account that is not there yet.
    z.object({ error: z.literal('actNotFound') }),
  ]),
})

/** `config.memo_required` is "1", in base64 (SEP-29). */
const horizonAccount = z.object({ id: z.string(), data: z.record(z.string(), z.string()) })
const ONE = 'MQ=='

const LEDGERS: Readonly<Record<(typeof MEMO_LEDGERS)[number], AskLedger>> = {
  xrpl: async (http, account) => {
    const params = [{ account, ledger_index: 'validated' }]
    const { body } = await http.request({
      ...{ method: 'POST', path: '', readOnly: true, maxBytes: MAX_BYTES },
      body: { method: 'account_info', params },
    })
    const { result } = accountInfo.parse(body)
    if (!('account_data' in result)) return false
    verifyAccount(account, result.account_data.Account)
    return (result.account_data.Flags & REQUIRE_DEST_TAG) !== 0
  },
  stellar: async (http, account) => {
    const { status, body } = await http.request({ method: 'GET', path: `/accounts/${account}`, maxBytes: MAX_BYTES })
    if (status === 404) return false
    const { id, data } = horizonAccount.parse(body)
    verifyAccount(account, id)
    return data['config.memo_required'] === ONE
  },
}

function verifyAccount(asked: string, answered: string): void {
  if (answered !== asked) throw new ProviderError('bad_response', 'its answer is about another account')
}

function nodeManifest(chainKey: string, url: string): ProviderManifest {
  return {
    key: `RPC_${chainKey.toUpperCase()}`,
    name: `RPC of ${chainKey}`,
    image: '',
    type: 'SERVICE',
    hosts: [new URL(url).host],
    baseUrl: url,
    docs: chainKey === 'xrpl' ? 'https://xrpl.org' : 'https://developers.stellar.org',
  }
}
