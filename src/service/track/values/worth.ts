import { LARGE_USD } from '../../../core/evm/confirmations.ts'
import { larger } from '../../../core/money/larger.ts'
import type { MicroUsd } from '../../../core/money/usd.ts'
import type { TransactionRecord } from '../../../core/swap/records.ts'
import type { ServiceContext } from '../../context.ts'

type WorthContext = Pick<ServiceContext, 'catalog' | 'openPrices'>

/**
 * What a transaction moves at most: the largest of what its terms state and what is known without its provider, who could
 * state little to be believed early. Undefined where nobody tells.
 */
export async function worthOf(context: WorthContext, record: TransactionRecord): Promise<MicroUsd | undefined> {
  const { srcChain, srcAddress, dstChain, dstAddress, terms } = record
  const stated = [terms.src.usd, terms.dst.usd].filter((usd) => usd !== undefined)
  if (stated.some((usd) => usd >= LARGE_USD)) return stated.reduce(larger)
  const valued = await Promise.all([
    valueOf(context, srcChain, srcAddress, terms.src),
    valueOf(context, dstChain, dstAddress, terms.dst),
  ])
  const known = [...stated, ...valued.filter((usd) => usd !== undefined)]
  return known.length === 0 ? undefined : known.reduce(larger)
}

async function valueOf(
  { catalog, openPrices }: WorthContext,
  chainKey: string,
  address: string,
  { decimals, amount: units }: TransactionRecord['terms']['src'],
): Promise<MicroUsd | undefined> {
  const chain = openPrices === undefined ? undefined : await catalog.chain(chainKey)
  if (chain === undefined) return undefined
  const prices = await openPrices?.()
  return (await prices?.value({ chainId: chain.chainId, address, decimals, units }))?.usdHigh
}
