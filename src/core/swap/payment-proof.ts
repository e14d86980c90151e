import { sameAddress } from '../assets/address-key.ts'
import type { BlockTransaction } from '../evm/block-transaction.ts'
import type { TransactionRecord } from './records.ts'

/*
 * Whether a transaction in a block of an EVM chain is the payment of a swap: what was handed out, from the depositor, or a
 * transfer to the deposit address.
 */

/**
 * `paid`: it is the payment. `possible`: the depositor is a contract, whose transactions others send, or another wallet may
 * have paid. `other`: it is none.
 */
export type PaymentVerdict = 'paid' | 'possible' | 'other'

type Paid = Pick<TransactionRecord, 'depositor' | 'exec' | 'providerResult' | 'srcAddress' | 'srcAsset' | 'terms'>

/** @param isContract whether the depositor has code */
export function judgePayment(swap: Paid, mined: BlockTransaction, isContract: boolean): PaymentVerdict {
  const { depositor, exec, providerResult } = swap
  const isCalled = hasPayload(swap) && isPayload(swap, mined)
  // A payment that was reverted is one too: its provider says what came of it.
  if (isCalled && sameAddress(mined.from, depositor)) return 'paid'
  if (mined.isReverted) return 'other'
  if (providerResult.depositAddress !== undefined && providerResult.depositAddress !== '') {
    return judgeDeposit(swap, providerResult.depositAddress, mined)
  }
  if (isCalled || isContract || exec === undefined || !hasPayload(swap)) return 'possible'
  return 'other'
}

/** False also where the value is no decimal number: what a wallet made of it cannot be told. */
function hasPayload({ exec }: Pick<Paid, 'exec'>): boolean {
  if (exec?.providerTarget === undefined || exec.providerCalldata === undefined) return false
  return exec.value === undefined || /^[0-9]+$/.test(exec.value)
}

/** Wallets may add words of their own behind the calldata, which contracts do not read. */
function isPayload({ exec }: Pick<Paid, 'exec'>, { to, input, value }: BlockTransaction): boolean {
  const { providerTarget = '', providerCalldata = '', value: stated = '0' } = exec ?? {}
  if (to === null || !sameAddress(to, providerTarget)) return false
  const data = providerCalldata.toLowerCase()
  const isData = data.length > 2 ? input.toLowerCase().startsWith(data) : input === '0x'
  return isData && value === BigInt(stated)
}

/** What shares its address with others is told apart by a memo, which tokens do not carry. */
function judgeDeposit(
  { srcAddress, srcAsset, terms, providerResult }: Paid,
  address: string,
  { to, value, transfers }: BlockTransaction,
): PaymentVerdict {
  const isShared = providerResult.depositMemo !== undefined && providerResult.depositMemo !== ''
  const isNative = srcAsset.contract === null
  const deposited = isNative
    ? to !== null && sameAddress(to, address)
      ? value
      : 0n
    : transfers
        .filter((transfer) => sameAddress(transfer.token, srcAddress) && sameAddress(transfer.to, address))
        .reduce((sum, { amount }) => sum + amount, 0n)
  if (deposited >= terms.src.amount) return isShared ? 'possible' : 'paid'
  // Coins that a contract pays out, as exchanges do, are in no log.
  return deposited > 0n || isNative ? 'possible' : 'other'
}
