import { sameBytes } from '../../core/assets/addresses/codecs.ts'
import { refusalFor } from '../refusal.ts'
import { type CoinSource, lyingEsplora, readNamed, type Spender } from './esplora.ts'
import { type Coin, outpointOf } from './plan.ts'

/** What PSBTs of one swap spend: all that can be mined have one of these coins in common, so that at most one ever is. */
export interface PsbtClaim {
  readonly from: string
  /** `txid:vout` of each. */
  readonly coins: readonly string[]
}

/** What became of the coins of earlier PSBTs of a swap. */
export interface ClaimedCoins {
  /** What the next PSBT has to spend too: else two could be mined. */
  readonly left: readonly Coin[]
  /** `txid:vout` of what an earlier PSBT spends in vain: it is spent elsewhere, or no chain has it. */
  readonly gone: readonly string[]
}

interface ClaimParts {
  readonly claimed: PsbtClaim | undefined
  /** Confirmed and unspent, as the source lists them. */
  readonly coins: readonly Coin[]
  readonly source: Pick<CoinSource, 'findSpender' | 'findTransaction'>
  /** Script of the deposit's output. */
  readonly deposit: Uint8Array
  /** Of the swap, as commands name it. */
  readonly id: string
}

/**
 * Looks for the coins of earlier PSBTs of a swap, one by one where they are not listed as unspent.
 * @throws WALLET_REFUSED where one of these PSBTs was sent, or what spends a coin is not in a block yet
 * @throws SERVICE_UNAVAILABLE
 */
export async function findClaimedCoins({ claimed, coins, ...parts }: ClaimParts): Promise<ClaimedCoins> {
  const listed = new Map(coins.map((coin) => [outpointOf(coin), coin]))
  const [left, gone]: [Coin[], string[]] = [[], []]
  for (const outpoint of new Set(claimed?.coins)) {
    const coin = listed.get(outpoint) ?? (await findCoin(outpoint, parts))
    if (coin === undefined) gone.push(outpoint)
    else left.push(coin)
  }
  return { left, gone }
}

/** A coin that is not listed; undefined where it can never be spent by an earlier PSBT. */
async function findCoin(
  outpoint: string,
  { source, deposit, id }: Omit<ClaimParts, 'claimed' | 'coins'>,
): Promise<Coin | undefined> {
  const [txid = '', place] = outpoint.split(':')
  const vout = Number(place)
  const spender = await source.findSpender({ txid, vout })
  if (spender !== undefined) {
    await verifySpentElsewhere(outpoint, spender, { source, deposit, id })
    return undefined
  }
  const bytes = await source.findTransaction(txid)
  if (bytes === undefined) return undefined
  const output = readNamed(txid, bytes)?.outputs[vout]
  if (output === undefined) throw lyingEsplora(`${txid} has no output ${vout} that can be read`)
  return { txid, vout, units: output.units }
}

async function verifySpentElsewhere(
  outpoint: string,
  { txid, isConfirmed }: Spender,
  { source, deposit, id }: Omit<ClaimParts, 'claimed' | 'coins'>,
): Promise<void> {
  const bytes = await source.findTransaction(txid)
  const read = bytes === undefined ? undefined : readNamed(txid, bytes)
  if (read?.inputs.some((input) => outpointOf(input) === outpoint) === false) {
    throw lyingEsplora(`${txid} does not spend ${outpoint}`)
  }
  if (read?.outputs.some(({ script }) => sameBytes(script, deposit)) === true) {
    throw refusalFor(
      'run',
      `The transaction ${txid} pays this deposit with the coins of an earlier PSBT: another one would pay twice`,
      `Report it: swapcli track ${id} ${txid}`,
    )
  }
  if (read !== undefined && isConfirmed) return
  throw refusalFor(
    'run',
    `The transaction ${txid}, which ${read === undefined ? 'cannot be read here' : 'is not in a block yet'}, spends the coin ${outpoint} of an earlier PSBT of this swap`,
    `If it pays the deposit, report it: swapcli track ${id} ${txid}. ${read === undefined ? 'Else quote again' : 'Else try again once it is in a block'}`,
  )
}
