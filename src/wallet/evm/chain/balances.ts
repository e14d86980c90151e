import { ERC20 } from '../../../core/evm/functions.ts'
import { addressWord, encodeCall } from '../../../core/evm/abi.ts'
import { readResult } from '../../../core/evm/words.ts'
import { isEvmAddress } from '../../../core/assets/address.ts'
import type { BalanceAsset, Balances, PayChain } from '../../family.ts'
import { requireEvmChain } from '../evm-chain.ts'
import { verifyNode } from './chain-id.ts'
import { readContracts } from './contract-reads.ts'
import { reportRefusal } from './node-refusal.ts'
import { readCoinBalance } from './reads.ts'

/** As `BalanceReader` has it. */
export async function readBalances<Asset extends BalanceAsset>(
  on: PayChain,
  address: string,
  assets: readonly Asset[],
): Promise<Balances<Asset>> {
  const chain = requireEvmChain(on)
  await verifyNode(chain)
  const tokens = assets.filter((asset) => !asset.isNative && isEvmAddress(asset.address))
  const data = encodeCall(ERC20.balanceOf.selector, [addressWord(address)])
  const [coin, answers] = await Promise.all([
    assets.some(({ isNative }) => isNative) ? reportRefusal(() => readCoinBalance(chain.rpc, address)) : 0n,
    readContracts(
      chain.rpc,
      tokens.map((token) => ({ to: token.address, data })),
    ),
  ])
  const ofTokens = new Map(tokens.map((token, index) => [token, readResult(answers[index] ?? '0x')]))
  const read = assets.map((asset) => ({ asset, units: asset.isNative ? coin : ofTokens.get(asset) }))
  return {
    balances: read.flatMap(({ asset, units }) => (units === undefined ? [] : [{ asset, units }])),
    unreadable: read.flatMap(({ asset, units }) => (units === undefined ? [asset] : [])),
  }
}
