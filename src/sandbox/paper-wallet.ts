import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { sampleAddress } from '../core/assets/addresses/sample.ts'
import type { DocumentStore, Json } from '../core/ports.ts'
import type { Exec } from '../core/api/documents.ts'
import { SwapError } from '../core/api/errors.ts'
import { encodeCall } from './calldata.ts'
import { digest } from './digest.ts'

/**
 * Address of the paper wallet on every EVM chain. ITS PRIVATE KEY IS PUBLIC: it is the first account of the mnemonic
 * "test test test test test test test test test test test junk", which every development chain prints at start. Whatever
 * is sent to it on a real chain is stolen at once. It must never hold money.
 */
export const PAPER_WALLET_EVM_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The public development key behind that address. No secret, and good for paper only. */
const PAPER_WALLET_EVM_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

const LEDGER_PREFIX = 'paper:'
const NONCE_PREFIX = 'paper-nonce:'
/** Fixed, so that the same payment always gives the same bytes. */
const PAPER_GAS = { gas: 500_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const

/** One signed EVM transaction: plain JSON, amounts in base units. */
export type PaperTransaction = {
  /** What it is for: `approve`, `swap`, `bridge`, or `call` where the payload does not say. */
  readonly kind: string
  readonly hash: string
  /** Signed bytes in hex. */
  readonly raw: string
  readonly chainId: number
  readonly nonce: number
  readonly from: string
  readonly to: string
  readonly value: string
  readonly data: string
}

/** A signed payment: plain JSON, to be kept before it is broadcast. */
export type SignedPayment = Omit<PaperTransaction, 'kind' | 'to' | 'value' | 'data'> & {
  /** All transactions in order, approvals first; the fields beside it are those of the last, whose hash is to be reported. */
  readonly transactions: readonly PaperTransaction[]
}

/** The wallet of the sandbox: it signs for real and sends to a ledger in the store. */
export interface PaperWallet {
  /** Its address on chains of an address family; undefined for families without one. */
  address(family: string): string | undefined
  /**
   * Signs what an exec payload asks for and writes nothing: until it is broadcast, the same payload gives the same bytes.
   * @throws WALLET_REFUSED for a payload that is not the sandbox's, has nothing to sign, or is malformed
   */
  sign(exec: Exec): Promise<SignedPayment>
  /**
   * Writes a signed payment to the ledger; bytes that are already there are no error.
   * @throws WALLET_REFUSED when other bytes have used a nonce, or bytes and hash do not belong together
   */
  broadcast(payment: SignedPayment): Promise<void>
  /** Everything that was ever broadcast, by chain and nonce. */
  transactions(): Promise<readonly PaperTransaction[]>
}

const HEX_DATA = z.string().regex(/^0x([0-9a-fA-F]{2})*$/)
const EVM_ADDRESS = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const BASE_UNITS = z.string().regex(/^[0-9]{1,78}$/)

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
  kind: z.string(),
  hash: z.string(),
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
 * Makes the paper wallet of one store.
 * @param ledger where broadcast transactions are kept: `paper:<hash>`, and `paper-nonce:<chainId>:<nonce>` so that each
 * nonce is used once, whatever number of processes send
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
      const first = (await ledger.list(`${NONCE_PREFIX}${chainId}:`)).length
      const transactions: PaperTransaction[] = []
      for (const [index, step] of steps.entries()) transactions.push(await signStep(chainId, first + index, step))
      const last = transactions.at(-1)
      if (last === undefined) throw refused('The payload has nothing to sign')
      const { hash, raw, nonce, from } = last
      return { hash, raw, chainId, nonce, from, transactions }
    },
    broadcast: async ({ transactions }) => {
      transactions.forEach(checkHash)
      let sent = false
      for (const transaction of transactions) {
        const claimed = await ledger.put(nonceKey(transaction), transaction.hash, 0)
        const holder = claimed ? transaction.hash : (await ledger.get(nonceKey(transaction)))?.doc
        if (holder !== transaction.hash) throw nonceUsed(transaction, sent)
        sent = true
        await ledger.put(`${LEDGER_PREFIX}${transaction.hash}`, toJson(transaction), 0)
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
  if (exec.meta?.['sandbox'] !== true) {
    throw refused('The paper wallet signs for the sandbox only, and this payload is not from it')
  }
  if (exec.meta['walletExecution'] !== true) throw refused('The sandbox sends this deposit by itself: nothing to sign')
  const parsed = PAYLOAD.safeParse(exec)
  if (!parsed.success)
    throw refused(`The payload cannot be used: ${z.prettifyError(parsed.error).split('\n')[0] ?? ''}`)
  const { chainId, allSteps, providerTarget, providerCalldata, value } = parsed.data
  if (allSteps !== undefined) return { chainId, steps: allSteps }
  const call: Step = { type: 'call', to: providerTarget, data: providerCalldata, value }
  return { chainId, steps: [...approvalOf(parsed.data), call] }
}

function approvalOf(payload: z.infer<typeof PAYLOAD>): Step[] {
  const { approvalTarget, approvalToken, approvalAmount } = payload
  if (approvalToken === undefined) return []
  if (approvalTarget === undefined || approvalAmount === undefined)
    throw refused('The approval lacks its spender or amount')
  const data = encodeCall('approve', [approvalTarget, BigInt(approvalAmount)])
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
    throw refused('The signed bytes do not belong to their hash')
  }
}

function nonceKey({ chainId, nonce }: PaperTransaction): string {
  return `${NONCE_PREFIX}${chainId}:${nonce}`
}

function toJson(transaction: PaperTransaction): Json {
  return { ...transaction }
}

function refused(message: string): SwapError {
  return new SwapError('WALLET_REFUSED', message)
}

/** @param sent whether an earlier transaction of the same payment is already in the ledger */
function nonceUsed({ chainId, nonce }: PaperTransaction, sent: boolean): SwapError {
  return new SwapError('WALLET_REFUSED', `Another transaction has already used nonce ${nonce} on chain ${chainId}`, {
    funds: sent ? 'unknown' : 'untouched',
    hint: 'Sign the payment again: it then takes the next nonce',
  })
}
