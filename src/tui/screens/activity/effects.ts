import type { EffectIo } from '../../runtime.ts'
import type { ActivityEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runActivityEffect(_effect: ActivityEffect, _io: EffectIo): Promise<void> {}
