import type { EffectIo } from '../../runtime.ts'
import type { ProvidersEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runProvidersEffect(_effect: ProvidersEffect, _io: EffectIo): Promise<void> {}
