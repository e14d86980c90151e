import { sameAddress } from '../assets/address-key.ts'
import type { BlockTransaction } from '../evm/block-transaction.ts'
import { readTransfer } from '../evm/token-transfer.ts'
import { actsFor, namesInLogs } from './account-acts.ts'
import type { TransactionRecord } from './records.ts'

/*
 * Whether a transaction in a block of an EVM chain is the payment of a swap: what was handed out, from the depositor, or a
 * transfer to the deposit address. Others send the transactions of a depositor that is a contract: there, it is weighed what
 * ties one to the swap.
 */

/**
 * `paid`: it is the payment. `carried`: it carries what was handed out, and the depositor's account acted in it. `likely`:
 * only one of the two. `possible`: it touches the depositor or what was to be called, or another wallet may have paid.
 * `reverted`: the depositor sent what was handed out, and the chain undid it, so that nothing moved. `other`: it is none.
 */
export type PaymentVerdict = 'paid' | 'carried' | 'likely' | 'possible' | 'reverted' | 'other'

type Paid = Pick<TransactionRecord, 'depositor' | 'exec' | 'providerResult' | 'srcAddress' | 'srcAsset' | 'terms'>

/** True for what was handed out, from the depositor, whether or not a block holds it. */
export function isOwnPayment(swap: Paid, sent: Pick<BlockTransaction, 'from' | 'to' | 'input' | 'value'>): boolean {
  return hasPayload(swap) && isPayload(swap, sent) && sameAddress(sent.from, swap.depositor)
}

/** @param isContract whether the depositor has code */
export function judgePayment(swap: Paid, mined: BlockTransaction, isContract: boolean): PaymentVerdict {
  const { depositor, providerResult } = swap
  if (isOwnPayment(swap, mined)) return mined.isReverted ? 'reverted' : 'paid'
  if (mined.isReverted) return 'other'
  if (providerResult.depositAddress !== undefined && providerResult.depositAddress !== '') {
    return judgeDeposit(swap, providerResult.depositAddress, mined)
  }
  // What a wallet made of it cannot be told: anything may be the payment, and what the depositor did more than the rest.
  if (!hasPayload(swap)) return sameAddress(mined.from, depositor) || actsFor(swap, mined) ? 'likely' : 'possible'
  if (isPayload(swap, mined)) return 'possible'
  return isContract ? judgeAccount(swap, mined) : 'other'
}

/** False also where the value is no decimal number: what a wallet made of it cannot be told. */
function hasPayload({ exec }: Pick<Paid, 'exec'>): boolean {
  if (exec?.providerTarget === undefined || exec.providerCalldata === undefined) return false
  return exec.value === undefined || /^[0-9]+$/.test(exec.value)
}

/** Wallets may add words of their own behind the calldata, which contracts do not read. */
function isPayload(
  { exec }: Pick<Paid, 'exec'>,
  { to, input, value }: Pick<BlockTransaction, 'to' | 'input' | 'value'>,
): boolean {
  const { providerTarget = '', providerCalldata = '', value: stated = '0' } = exec ?? {}
  if (to === null || !sameAddress(to, providerTarget)) return false
  const data = providerCalldata.toLowerCase()
  const isData = data.length > 2 ? input.toLowerCase().startsWith(data) : input === '0x'
  return isData && value === BigInt(stated)
}

/** Whoever sent it: an owner's wallet, a relayer, or a bundler of many accounts' operations. */
function judgeAccount(swap: Paid, mined: BlockTransaction): PaymentVerdict {
  const isOf = (address: string) =>
    [mined.from, mined.to ?? ''].some((one) => sameAddress(one, address)) || namesInLogs(mined, address)
  const isOfAccount = isOf(swap.depositor)
  const [isCarried, isActed] = [carriesPayload(swap, mined), actsFor(swap, mined)]
  if (isCarried && isActed) return 'carried'
  if (isActed || (isCarried && isOfAccount)) return 'likely'
  return isOfAccount || isOf(swap.exec?.providerTarget ?? '') ? 'possible' : 'other'
}

/** Accounts, batches and bundles hold a call as it is: its target and its calldata, one byte after the other. */
function carriesPayload({ exec }: Pick<Paid, 'exec'>, { input }: BlockTransaction): boolean {
  const parts = [exec?.providerTarget ?? '', exec?.providerCalldata ?? ''].map((part) => part.slice(2).toLowerCase())
  return parts.every((part) => input.toLowerCase().includes(part))
}

/** What shares its address with others is told apart by a memo, which tokens do not carry. */
function judgeDeposit(
  { depositor, srcAddress, srcAsset, terms, providerResult }: Paid,
  address: string,
  { from, to, value, logs }: BlockTransaction,
): PaymentVerdict {
  const isShared = providerResult.depositMemo !== undefined && providerResult.depositMemo !== ''
  const isNative = srcAsset.contract === null
  const deposits = isNative
    ? [{ from, amount: to !== null && sameAddress(to, address) ? value : 0n }]
    : logs
        .flatMap(readTransfer)
        .filter((transfer) => sameAddress(transfer.token, srcAddress) && sameAddress(transfer.to, address))
  const deposited = deposits.reduce((sum, { amount }) => sum + amount, 0n)
  if (deposited >= terms.src.amount && !isShared) return 'paid'
  if (deposits.some((deposit) => deposit.amount > 0n && sameAddress(deposit.from, depositor))) return 'likely'
  // Coins that a contract pays out, as exchanges do, are in no log.
  return deposited > 0n || isNative ? 'possible' : 'other'
}
