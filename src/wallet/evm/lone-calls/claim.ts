import { sameAddress } from '../../../core/assets/address.ts'
import { encodeCall } from '../../../core/evm/abi.ts'
import { CCTP_MESSAGE_TRANSMITTER, cctpChainOf } from '../../../core/evm/cctp/chains.ts'
import { type CctpMessage, isMessageOf, readCctpMessage } from '../../../core/evm/cctp/message.ts'
import { CCTP_FUNCTIONS } from '../../../core/evm/functions.ts'
import { argumentsOf, readable, readBytes, readResult } from '../../../core/evm/words.ts'
import type { Claim, Claims, DueClaim, PayChain, SendingOptions } from '../../family.ts'
import type { Payment } from '../../payment.ts'
import { refusalFor } from '../../refusal.ts'
import type { Signer } from '../../signer.ts'
import { readMiddleResult } from '../chain/middle.ts'
import { orWouldFail, reportRefusal } from '../chain/node-refusal.ts'
import { readCall } from '../chain/reads.ts'
import { requireEvmChain } from '../evm-chain.ts'
import { type CheckedCall, checkLoneCall, type LoneCallBounds, signLoneCall } from './lone-call.ts'

/* What was burnt with Circle's CCTP is minted by whoever brings the attested message to the destination chain. */

/** A claim that is due, and how it is signed. */
type EvmDueClaim = DueClaim & CheckedCall

/** As `Family` has it. */
export const evmClaims: Claims = {
  checkClaim: checkMint,
  signClaim: async (chain, signer, claim, agreed, options): Promise<Payment | undefined> => {
    const checked = await checkMint(chain, signer.address, claim, options)
    if (checked.state !== 'due') return undefined
    return signMint(chain, signer, claim, { checked, agreed }, options)
  },
}

async function checkMint(
  on: PayChain,
  from: string,
  claim: Claim,
  options: SendingOptions,
): Promise<{ readonly state: 'done' } | EvmDueClaim> {
  const { nonce, body } = readMint(claim)
  if (await isMinted(on, nonce)) return { state: 'done' }
  const call = { from, ...claim.call }
  const { chainKey, address, units, decimals } = claim.src
  const paidFor = { chainKey, address, units, decimals, isNative: false }
  const bounds: LoneCallBounds = { ...options, paidFor }
  const checked = await checkLoneCall(on, call, bounds, async ({ rpc, name }, { number }) => {
    // It is in a later block than this at the earliest.
    if (body.expirationBlock !== 0n && body.expirationBlock <= number + 1n) {
      throw refusalFor(
        'run',
        `Circle's attestation has expired on ${name}, and a new one has been asked for`,
        `Nothing was signed, and nothing is lost. Wait some minutes and try again: ${claim.again}`,
      )
    }
    if (readResult(await orWouldFail(readCall(rpc, call))) !== 1n) {
      throw refusalFor('simulation', `The contract on ${name} does not take the message`, claim.again)
    }
  })
  return { state: 'due', amount: body.amount - body.feeExecuted, ...checked }
}

function signMint(
  chain: PayChain,
  signer: Signer,
  claim: Claim,
  { checked, agreed }: { readonly checked: EvmDueClaim; readonly agreed: DueClaim },
  options: SendingOptions,
): Promise<Payment> {
  const how = { agreedCost: agreed.cost, kind: 'call', again: claim.again } as const
  return signLoneCall(chain, signer, { from: signer.address, ...claim.call }, checked, how, options)
}

/**
 * The message that a claim brings. What Circle attests pays what it says and nobody else, so that a false call cannot take
 * anything: it would only spend the network cost for another's mint.
 * @throws WALLET_REFUSED for any other call than the mint of this swap
 */
function readMint({ call, src, dst, depositor, recipient }: Claim): CctpMessage {
  const from = cctpChainOf(src.chainId)
  const to = cctpChainOf(dst.chainId)
  const message = readable(() => {
    const isReceive = call.data.startsWith(CCTP_FUNCTIONS.receiveMessage.selector)
    return isReceive ? readCctpMessage(readBytes(argumentsOf(call.data), 0)) : undefined
  })
  const isOurs =
    from !== undefined &&
    to !== undefined &&
    message !== undefined &&
    sameAddress(call.to, CCTP_MESSAGE_TRANSMITTER) &&
    sameAddress(src.address, from.usdc) &&
    isMessageOf(message, {
      sourceDomain: from.domain,
      destinationDomain: to.domain,
      burnToken: from.usdc,
      depositor,
      recipient,
      amount: src.units,
      maxFee: message.body.maxFee,
    })
  if (!isOurs) throw refusalFor('payload', 'The call that would finish the swap is not its mint', 'Nothing was signed')
  return message
}

/** True where the message was brought before. @throws SERVICE_UNAVAILABLE */
function isMinted(on: PayChain, nonce: string): Promise<boolean> {
  const { rpc, name } = requireEvmChain(on)
  return reportRefusal(async () => {
    const data = encodeCall(CCTP_FUNCTIONS.usedNonces.selector, [BigInt(nonce)])
    const used = await readMiddleResult(rpc, CCTP_MESSAGE_TRANSMITTER, data)
    if (used === undefined) throw refusalFor('nodes', `The nodes of ${name} do not say whether it is minted already`)
    return used !== 0n
  })
}
