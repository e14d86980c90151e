import { defined } from '../core/defined.ts'
import type { FamilyKey, PaymentQueue, Signer, SigningOptions, Wallet, WalletParts } from '../wallet/index.ts'
import { loadFamily } from '../wallet/index.ts'
import { isBundled } from './is-bundled.ts'
import type { PayPlace } from './place.ts'
import { type RunFile, unsettledOf } from './run-file.ts'
import type { LossValues } from './value-loss.ts'

/** Who pays, and how. */
export interface OwnWalletParts {
  readonly family: FamilyKey
  /** In canonical form. */
  readonly address: string
  /** Called at each signature. @throws WALLET_REFUSED where nothing may be signed */
  signer(): Promise<Signer>
  readonly options: SigningOptions
  readonly file: RunFile
  readonly values: Pick<LossValues, 'appraise'>
  /** Undefined where nothing is sent. */
  readonly queue: PaymentQueue | undefined
  /** Tells a person what is waited for, what one node alone vouches for, and what cannot be read. */
  readonly tell: (text: string) => void
}

/** The wallet that pays from one address of a place, over the nodes of its settings. */
export async function openOwnWallet(place: PayPlace, parts: OwnWalletParts): Promise<Wallet> {
  const { family: key, address, file, values, tell, queue, options } = parts
  const [family, chains] = await Promise.all([loadFamily(key), place.payChains()])
  let vaults: WalletParts['listVaults']
  const unreadable = new Set<string>()
  const nameUnreadable = (id: string) => {
    if (!unreadable.has(id)) tell(`the run ${id} cannot be read: what it signed is not counted (swapcli resume ${id})`)
    unreadable.add(id)
  }
  return family.createWallet({
    address,
    signer: () => parts.signer(),
    chain: (chainId) => chains.chain(chainId),
    clock: place.clock,
    ids: place.ids,
    isListed: isBundled(place),
    appraise: values.appraise,
    listVaults: async (network, chainKey) => {
      const { openNetworkVaults } = await import('./network-vaults.ts')
      vaults ??= openNetworkVaults(place)
      return vaults(network, chainKey)
    },
    tell,
    listUnsettled: () => unsettledOf(file, address, nameUnreadable),
    ...defined({ queue }),
    options,
  })
}
