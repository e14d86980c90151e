import { privateKeyToAccount } from 'viem/accounts'
import { openSwapWallet } from '../../../src/wallet.ts'
import { libraryNodes, type LocalNodes, openUniswap } from './library-service.ts'

/** A program that swaps with the library, and is killed once it has come to a step. */

interface Order extends LocalNodes {
  readonly home: string
  readonly stateHome: string
  readonly key: `0x${string}`
  readonly step: string
}

const { home, stateHome, key, step, base, ethereum } = JSON.parse(process.argv[2] ?? '') as Order
const service = await openUniswap(home, { base, ethereum })
const nodes = libraryNodes({ base, ethereum })
const wallet = await openSwapWallet({ service, home, stateHome, nodes, account: privateKeyToAccount(key) })
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const pair = { srcChain: 'base', srcAddress: usdc, dstChain: 'base', dstAddress: 'native' }
await wallet.swap(
  { ...pair, amount: '50' },
  {
    onReview: () => true,
    onProgress: (progress) => {
      if (progress.step === step) process.kill(process.pid, 'SIGKILL')
    },
  },
)
