import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { sampleAddress } from '../core/assets/addresses/sample.ts'
import type { DocumentStore } from '../core/ports.ts'
import type { Exec } from '../core/api/documents.ts'
import { SwapError } from '../core/api/errors.ts'
import { encodeSandboxCall } from './calldata.ts'
import { digest } from './digest.ts'
import { HEX_ADDRESS, HEX_BYTES } from '../core/text/hex.ts'

/**
 * Address of the paper wallet on every EVM chain. ITS PRIVATE KEY IS PUBLIC: it is the first account of the mnemonic
 * "test test test test test test test test test test test junk", which every development chain prints at start. Funds sent
 * to it on a real chain are stolen at once. It must never hold money.
 */
export const PAPER_WALLET_EVM_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The public development key of that address: not a secret, for the sandbox only. */
const PAPER_WALLET_EVM_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const LEDGER_PREFIX = 'paper:'
const NONCE_PREFIX = 'paper-nonce:'
/** Constant, so that equal payments give equal bytes. */
const PAPER_GAS = { gas: 500_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const

/** A signed EVM transaction, amounts in base units. */
export type PaperTransaction = Readonly<z.infer<typeof LEDGER_ENTRY>>

/** A signed payment, to be stored before it is broadcast. */
type SignedPayment = Omit<PaperTransaction, 'kind' | 'to' | 'value' | 'data'> & {
  /** All transactions in order, approvals first; the other fields are those of the last, whose hash must be reported. */
  readonly transactions: readonly PaperTransaction[]
}

/** The wallet of the sandbox: signs real transactions and broadcasts them to a ledger in the store. */
export interface PaperWallet {
  /** Its address in an address family; undefined for families without one. */
  address(family: string): string | undefined
  /**
   * Signs an exec payload and writes nothing: before the broadcast, the same payload gives the same bytes.
   * @throws WALLET_REFUSED for a payload that is not the sandbox's, has nothing to sign, or is malformed
   */
  sign(exec: Exec): Promise<SignedPayment>
  /**
   * Writes a signed payment to the ledger; repeating it is no error.
   * @throws WALLET_REFUSED when another transaction used a nonce, or bytes and hash do not match
   */
  broadcast(payment: SignedPayment): Promise<void>
  /** Every broadcast transaction, by chain and nonce. */
  transactions(): Promise<readonly PaperTransaction[]>
}

const HEX_DATA = z.string().regex(HEX_BYTES)
const EVM_ADDRESS = z.string().regex(HEX_ADDRESS)
const BASE_UNITS = z.string().refine((text) => /^[0-9]{1,78}$/.test(text) && BigInt(text) < 2n ** 256n)

const STEP = z.object({ type: z.string(), to: EVM_ADDRESS, data: HEX_DATA, value: BASE_UNITS })
const PAYLOAD = z.object({
  chainId: z.int().positive(),
  providerTarget: EVM_ADDRESS,
  providerCalldata: HEX_DATA,
  value: BASE_UNITS,
  approvalTarget: EVM_ADDRESS.optional(),
  approvalToken: EVM_ADDRESS.optional(),
  approvalAmount: BASE_UNITS.optional(),
  allSteps: z.array(STEP).min(1).max(10).optional(),
})
const LEDGER_ENTRY = z.object({
  /** Purpose: `approve`, `swap`, `bridge`, or `call` when the payload does not state it. */
  kind: z.string(),
  hash: z.string(),
  /** Signed bytes in hex. */
  raw: z.string(),
  chainId: z.number(),
  nonce: z.number(),
  from: z.string(),
  to: z.string(),
  value: z.string(),
  data: z.string(),
})

type Step = z.infer<typeof STEP>

/**
 * Creates the paper wallet of a store.
 * @param ledger stores broadcast transactions as `paper:<hash>`, and `paper-nonce:<chainId>:<nonce>` so that each nonce is
 * used once across processes
 */
export function createPaperWallet({
  ledger,
}: {
  readonly ledger: Pick<DocumentStore, 'get' | 'put' | 'list'>
}): PaperWallet {
  return {
    address: (family) =>
      family === 'evm' ? PAPER_WALLET_EVM_ADDRESS : sampleAddress(family, digest('paper wallet', family)),
    sign: async (exec) => {
      const { chainId, steps } = readExec(exec)
      const first = await nextNonce(ledger, chainId)
      const transactions: PaperTransaction[] = []
      for (const [index, step] of steps.entries()) transactions.push(await signStep(chainId, first + index, step))
      const last = transactions.at(-1)
      if (last === undefined) throw refusal('The payload has nothing to sign')
      const { hash, raw, nonce, from } = last
      return { hash, raw, chainId, nonce, from, transactions }
    },
    broadcast: async ({ transactions }) => {
      transactions.forEach(checkHash)
      for (const transaction of transactions) {
        const claimed = await ledger.put(nonceKey(transaction), transaction.hash, 0)
        const holder = claimed ? transaction.hash : (await ledger.get(nonceKey(transaction)))?.doc
        if (holder !== transaction.hash) throw nonceUsed(transaction)
        await ledger.put(`${LEDGER_PREFIX}${transaction.hash}`, transaction, 0)
      }
    },
    transactions: async () => {
      const entries = await ledger.list(LEDGER_PREFIX)
      return entries
        .map(({ doc }) => LEDGER_ENTRY.parse(doc))
        .sort((a, b) => a.chainId - b.chainId || a.nonce - b.nonce)
    },
  }
}

function readExec(exec: Exec): { readonly chainId: number; readonly steps: readonly Step[] } {
  if (exec.meta?.sandbox !== true) {
    throw refusal('The paper wallet signs sandbox payloads only, and this is not one')
  }
  if (exec.meta.walletExecution !== true)
    throw refusal('The sandbox sends this deposit itself: there is nothing to sign')
  const parsed = PAYLOAD.safeParse(exec)
  if (!parsed.success) throw refusal(`The payload is malformed: ${z.prettifyError(parsed.error).split('\n')[0] ?? ''}`)
  const { chainId, allSteps, providerTarget, providerCalldata, value } = parsed.data
  if (allSteps !== undefined) return { chainId, steps: allSteps }
  const call: Step = { type: 'call', to: providerTarget, data: providerCalldata, value }
  return { chainId, steps: [...approvalOf(parsed.data), call] }
}

function approvalOf(payload: z.infer<typeof PAYLOAD>): Step[] {
  const { approvalTarget, approvalToken, approvalAmount } = payload
  if (approvalToken === undefined) return []
  if (approvalTarget === undefined || approvalAmount === undefined)
    throw refusal('The approval lacks its spender or amount')
  const data = encodeSandboxCall('approve', [approvalTarget, BigInt(approvalAmount)])
  return [{ type: 'approve', to: approvalToken, data, value: '0' }]
}

async function signStep(chainId: number, nonce: number, step: Step): Promise<PaperTransaction> {
  const account = privateKeyToAccount(PAPER_WALLET_EVM_KEY)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    to: asHex(step.to),
    data: asHex(step.data),
    value: BigInt(step.value),
    ...PAPER_GAS,
  })
  const { to, data, value } = step
  return { kind: step.type, hash: hashOf(raw), raw, chainId, nonce, from: PAPER_WALLET_EVM_ADDRESS, to, value, data }
}

function asHex(text: string): `0x${string}` {
  return `0x${text.slice(2)}`
}

function hashOf(raw: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}`
}

function checkHash(transaction: PaperTransaction): void {
  const wellFormed = HEX_DATA.safeParse(transaction.raw).success
  if (!wellFormed || hashOf(transaction.raw) !== transaction.hash) {
    throw refusal('The signed bytes do not match their hash')
  }
}

/** The first nonce that nothing has used, found by halving: they are used in order. */
async function nextNonce(ledger: Pick<DocumentStore, 'get'>, chainId: number): Promise<number> {
  const isUsed = async (nonce: number) => (await ledger.get(nonceKey({ chainId, nonce }))) !== undefined
  let end = 1
  while (await isUsed(end - 1)) end *= 2
  let start = Math.floor(end / 2)
  end -= 1
  while (start < end) {
    const middle = Math.floor((start + end) / 2)
    if (await isUsed(middle)) start = middle + 1
    else end = middle
  }
  return start
}

function nonceKey({ chainId, nonce }: Pick<PaperTransaction, 'chainId' | 'nonce'>): string {
  return `${NONCE_PREFIX}${chainId}:${nonce}`
}

function refusal(message: string): SwapError {
  return new SwapError('WALLET_REFUSED', message, { reason: 'payload' })
}

/**
 * The transaction that spends is the last, so nothing was paid: those before it may be in the ledger, as may be the same
 * bytes of another payment that needs the same approval.
 */
function nonceUsed({ chainId, nonce }: PaperTransaction): SwapError {
  return new SwapError('WALLET_REFUSED', `Another transaction has already used nonce ${nonce} on chain ${chainId}`, {
    reason: 'nonce',
    hint: 'Go on with it, which signs it again with the next nonce: swapcli resume',
  })
}
