import { defined } from '../core/defined.ts'
import type { Json } from '../core/ports.ts'
import type { Stage } from '../core/api/documents.ts'
import { ProviderError, type StatusReport, type StatusRequest } from '../providers/index.ts'
import type { SandboxWorld } from './route-quote.ts'
import { isSteeringEffect, type SteeringEffect } from './steering.ts'
import { sandboxHash } from './transaction-hashes.ts'

/** The tracking state of a transaction. */
interface SandboxTracking {
  /** Who sends the deposit: the client's wallet or the sandbox. */
  readonly execution: 'client' | 'server'
  /** Base units promised at lock. */
  readonly amountOut: bigint
  readonly effect: SteeringEffect | undefined
}

/** Percentages of the settlement time at which the deposit is seen, confirmed and swapped. */
const SHARES = {
  client: { seen: 0, confirmed: 30, swapped: 70 },
  server: { seen: 20, confirmed: 40, swapped: 75 },
} as const

/** Pause between polls while the client has not reported a hash, in milliseconds. */
const HASH_WAIT_MS = 15_000
const OVERDUE_WAIT_MS = { least: 1_000, most: 60_000 } as const

/** The tracking state as JSON. */
export function writeTracking(tracking: SandboxTracking): Json {
  return {
    execution: tracking.execution,
    amountOut: tracking.amountOut.toString(),
    ...defined({ effect: tracking.effect }),
  }
}

/** @throws ProviderError bad_response for a state that no sandbox provider wrote */
export function readTracking(json: Json): SandboxTracking {
  // Checked by hand: a schema would load the validator with every quote, for a state that only this file writes.
  const fields = new Map<string, unknown>(typeof json === 'object' && json !== null ? Object.entries(json) : [])
  const [execution, amountOut, effect] = ['execution', 'amountOut', 'effect'].map((name) => fields.get(name))
  const known = execution === 'client' || execution === 'server'
  if (!known || typeof amountOut !== 'string' || !/^[0-9]+$/.test(amountOut)) {
    throw new ProviderError('bad_response', 'The sandbox does not know this transaction')
  }
  return { execution, amountOut: BigInt(amountOut), effect: isSteeringEffect(effect) ? effect : undefined }
}

/**
 * The status of a swap. Depends on the stored times, the speed and the steering only, so it survives restarts.
 * @param nowMs epoch milliseconds
 */
export function statusAt(world: SandboxWorld, request: StatusRequest, nowMs: number): StatusReport {
  const tracking = readTracking(request.tracking)
  const totalMs = (request.estimatedTimeSec * 1_000) / world.speed
  const share = (percent: number) => (totalMs * percent) / 100
  const shares = SHARES[tracking.execution]
  const seenAt =
    tracking.execution === 'client'
      ? request.hashKnownAtMs
      : Math.min(request.executedAtMs + share(shares.seen), request.hashKnownAtMs ?? Number.POSITIVE_INFINITY)
  if (seenAt === undefined) return { status: 'PENDING', stage: 'awaiting_deposit', pollAfterMs: HASH_WAIT_MS }
  if (nowMs < seenAt) return { status: 'PENDING', stage: 'awaiting_deposit', pollAfterMs: wait(seenAt - nowMs) }

  const inboundHash = request.hash === '' ? hashOf(world, request, 'inbound') : request.hash
  const confirmedAt = seenAt + share(shares.confirmed - shares.seen)
  const swappedAt = seenAt + share(shares.swapped - shares.seen)
  const endsAt = seenAt + share(100 - shares.seen)
  const pending = (stage: Exclude<Stage, 'done'>, untilMs: number): StatusReport => ({
    status: 'PENDING',
    stage,
    inboundHash,
    pollAfterMs: wait(untilMs - nowMs),
  })
  if (nowMs < confirmedAt) return pending('confirming', confirmedAt)
  if (nowMs < swappedAt) return pending('swapping', swappedAt)
  if (tracking.effect === 'never_settles') {
    const pauseMs = Math.min(Math.max((nowMs - seenAt) / 4, OVERDUE_WAIT_MS.least), OVERDUE_WAIT_MS.most)
    return pending('swapping', nowMs + pauseMs)
  }
  const goesWrong = tracking.effect === 'fails' || tracking.effect === 'refunds'
  if (nowMs < endsAt) return pending(goesWrong ? 'swapping' : 'paying_out', endsAt)
  return { inboundHash, stage: 'done', ...endingOf(world, request, tracking) }
}

function endingOf(world: SandboxWorld, request: StatusRequest, tracking: SandboxTracking) {
  switch (tracking.effect) {
    case 'fails':
      return {
        status: 'FAILED',
        reason: 'The sandbox failed this swap after the deposit, as the amount requests',
      } as const
    case 'refunds':
      return {
        status: 'REFUND',
        refundHash: hashOf(world, request, 'refund'),
        reason: 'The sandbox sent the deposit back, as the amount requests',
      } as const
    default:
      return {
        status: 'SUCCESS',
        outboundHash: hashOf(world, request, 'outbound'),
        deliveredOut: tracking.amountOut,
      } as const
  }
}

function hashOf(world: SandboxWorld, request: StatusRequest, what: 'inbound' | 'outbound' | 'refund'): string {
  const side = what === 'outbound' ? request.dst : request.src
  return sandboxHash(side.chain.addressFamily, world.seed, request.transactionId, what)
}

function wait(ms: number): number {
  return Math.max(1, Math.ceil(ms))
}
