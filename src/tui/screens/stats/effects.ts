import type { EffectIo } from '../../runtime.ts'
import type { StatsEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runStatsEffect(_effect: StatsEffect, _io: EffectIo): Promise<void> {}
