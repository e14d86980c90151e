import { type Stage, STAGES } from '../../../core/api/enums.ts'

/** Signs of what is done, goes on, or is still to come. */
export const STAGE_SIGNS = { done: '✓', now: '▸', later: '·' } as const

const NAMES: Readonly<Record<Stage, string>> = {
  awaiting_deposit: 'deposit',
  confirming: 'confirm',
  swapping: 'swap',
  paying_out: 'pay out',
  done: 'done',
}

/** One stage of a transaction as it is drawn. */
export interface StageMark {
  /** Sign and name. */
  readonly text: string
  readonly state: 'done' | 'now' | 'later'
}

/** The way of a transaction. @param stage where it stands; undefined where all is behind it */
export function stageMarks(stage: string | undefined): readonly StageMark[] {
  const at = stage === undefined ? STAGES.length : STAGES.findIndex((each) => each === stage)
  return STAGES.map((each, index) => {
    const state = index < at ? 'done' : index === at ? 'now' : 'later'
    return { text: `${STAGE_SIGNS[state]} ${NAMES[each]}`, state }
  })
}
