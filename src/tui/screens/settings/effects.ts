import type { EffectIo } from '../../runtime.ts'
import type { SettingsEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runSettingsEffect(_effect: SettingsEffect, _io: EffectIo): Promise<void> {}
