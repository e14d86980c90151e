import { checkAleo, checkMultiversx, checkNervos, checkRadix, checkZilliqa } from './addresses/bech32-accounts.ts'
import { checkTezos, checkWaves } from './addresses/base58-accounts.ts'
import { checkCardano } from './addresses/cardano.ts'
import { BITCOIN_CASH, checkCash, ECASH } from './addresses/cashaddr.ts'
import { refuse, type AddressCheck, type AddressRule } from './addresses/check.ts'
import { checkCosmos } from './addresses/cosmos.ts'
import { checkEvm } from './addresses/evm.ts'
import { cosmosPrefix, ss58Prefix } from './addresses/family.ts'
import { checkMove, checkStarknet } from './addresses/hex.ts'
import { checkAlgorand, checkIcp, checkNano } from './addresses/key-accounts.ts'
import { checkMonero } from './addresses/monero.ts'
import { checkAntelope, checkHedera, checkNear } from './addresses/named.ts'
import { checkSolana } from './addresses/solana.ts'
import { checkStellar } from './addresses/stellar.ts'
import { checkSubstrate } from './addresses/substrate.ts'
import { checkTon } from './addresses/ton.ts'
import { checkTron } from './addresses/tron.ts'
import { UTXO_NETWORKS, type UtxoFamily } from './addresses/utxo-networks.ts'
import { checkUtxo } from './addresses/utxo.ts'
import { checkXrpl } from './addresses/xrpl.ts'
import { checkZcash } from './addresses/zcash.ts'

import { MAX_ADDRESS_LENGTH } from './address-key.ts'

export { addressKey, sameAddress } from './address-key.ts'
export type { AddressCheck } from './addresses/check.ts'
export { isEvmAddress, toChecksumAddress } from './addresses/evm.ts'

const RULES = [
  ['evm', checkEvm],
  ['bitcoincash', (text) => checkCash(BITCOIN_CASH, text)],
  ['utxo:ecash', (text) => checkCash(ECASH, text)],
  ['solana', checkSolana],
  ['ton', checkTon],
  ['tron', checkTron],
  ['xrpl', checkXrpl],
  ['near', checkNear],
  ['sui', checkMove],
  ['aptos', checkMove],
  ['cardano', checkCardano],
  ['stellar', checkStellar],
  ['monero', checkMonero],
  ['algorand', checkAlgorand],
  ['hedera', checkHedera],
  ['tezos', checkTezos],
  ['multiversx', checkMultiversx],
  ['icp', checkIcp],
  ['nano', checkNano],
  ['zilliqa', checkZilliqa],
  ['nervos', checkNervos],
  ['antelope', checkAntelope],
  ['waves', checkWaves],
  ['starknet', checkStarknet],
  ['radix', checkRadix],
  ['aleo', checkAleo],
] as const satisfies readonly (readonly [string, AddressRule])[]
const RULE_OF: ReadonlyMap<string, AddressRule> = new Map(RULES)

/** Which rules the addresses of a chain follow; '' where that is not known. */
export type AddressFamily = (typeof RULES)[number][0] | UtxoFamily | `bech32:${string}` | `ss58:${number}` | ''

/**
 * Checks whether `text` is an address that can be paid on a mainnet chain of `family` (a chain's `addressFamily`). Text that
 * is empty, longer than 256 characters or not printable ASCII is refused before decoding.
 */
export function checkAddress(family: string, text: string): AddressCheck {
  const rule = ruleOf(family)
  if (rule === undefined) return refuse('This program cannot check addresses of this chain, so it accepts none')
  if (text === '') return refuse('The address is empty')
  if (text.length > MAX_ADDRESS_LENGTH) return refuse('This is too long for an address: copy it again')
  if (/\s/.test(text)) return refuse('An address has no spaces or line breaks: remove them')
  if (!/^[\x21-\x7e]+$/.test(text)) {
    return refuse('This has characters that no address has, perhaps invisible or look-alike ones: copy it again')
  }
  return rule(text)
}

function ruleOf(family: string): AddressRule | undefined {
  const fixed = RULE_OF.get(family)
  if (fixed !== undefined) return fixed
  const network = Object.hasOwn(UTXO_NETWORKS, family) ? UTXO_NETWORKS[family] : undefined
  if (network !== undefined) return (text) => (family === 'zcash' ? checkZcash : checkUtxo)(network, text)
  const prefix = cosmosPrefix(family)
  if (prefix !== undefined) return (text) => checkCosmos(prefix, text)
  const number = ss58Prefix(family)
  if (number !== undefined) return (text) => checkSubstrate(number, text)
  return undefined
}
