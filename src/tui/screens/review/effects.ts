import type { EffectIo } from '../../runtime.ts'
import type { ReviewEffect } from './state.ts'

/** Does what the screen asked for. */
export async function runReviewEffect(_effect: ReviewEffect, _io: EffectIo): Promise<void> {}
