import type { EffectIo } from '../../runtime.ts'
import type { SwapEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runSwapEffect(_effect: SwapEffect, _io: EffectIo): Promise<void> {}
