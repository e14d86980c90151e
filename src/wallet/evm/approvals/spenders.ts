import { MAYAN_FORWARDER, MAYAN_CHAINS } from '../../../core/evm/bridges/mayan.ts'
import { SYMBIOSIS } from '../../../core/evm/bridges/symbiosis.ts'
import { CCTP_CHAINS, CCTP_TOKEN_MESSENGER } from '../../../core/evm/cctp/chains.ts'
import {
  ACROSS_SPOKE_POOLS,
  AUGUSTUS,
  CHAINFLIP_VAULTS,
  GPV2_VAULT_RELAYER,
  KYBER_ROUTER,
  KYBER_ROUTER_OF_ZKSYNC,
  PERMIT2,
  UNISWAP,
  UNISWAP_V4,
} from '../../../core/evm/contracts.ts'
import type { KnownSpender } from '../../family.ts'

/** EIP-155 id of zkSync Era, whose addresses are made in another way. */
const ZKSYNC_ERA = 324

/** As `Approvals` has it. */
export function knownSpenders(chainId: number): readonly KnownSpender[] {
  const uniswap = UNISWAP[chainId]
  const named: readonly (readonly [string, string | undefined])[] = [
    ['Permit2', PERMIT2],
    ['Uniswap', uniswap?.swapRouter02],
    ['Uniswap V2', uniswap?.v2?.router],
    ['KyberSwap', chainId === ZKSYNC_ERA ? KYBER_ROUTER_OF_ZKSYNC : KYBER_ROUTER],
    ['Velora', AUGUSTUS],
    ['CoW Protocol', GPV2_VAULT_RELAYER],
    ['Chainflip', CHAINFLIP_VAULTS[chainId]],
    ['Across', ACROSS_SPOKE_POOLS[chainId]],
    ['CCTP', CCTP_CHAINS.some((chain) => chain.chainId === chainId) ? CCTP_TOKEN_MESSENGER : undefined],
    ['Mayan', MAYAN_CHAINS.some((chain) => chain.chainId === chainId) ? MAYAN_FORWARDER : undefined],
    ['Symbiosis', SYMBIOSIS[chainId]?.gateway],
  ]
  const byToken = named.flatMap(([name, address]): readonly KnownSpender[] =>
    address === undefined ? [] : [{ name, address, keeper: 'token' }],
  )
  const v4 = UNISWAP_V4[chainId]?.router
  return v4 === undefined ? byToken : [...byToken, { name: 'Uniswap V4', address: v4, keeper: 'permit2' }]
}
