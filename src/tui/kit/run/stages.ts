/** Stages of a transaction on its way, in order. */
const STAGES: readonly string[] = ['awaiting_deposit', 'confirming', 'swapping', 'paying_out', 'done']
const NAMES = ['deposit', 'confirm', 'swap', 'pay out', 'done'] as const

/** One stage of a transaction as it is drawn. */
export interface StageMark {
  /** Sign and name. */
  readonly text: string
  readonly state: 'done' | 'now' | 'later'
}

/** The way of a transaction. @param stage where it stands; undefined where all is behind it */
export function stageMarks(stage: string | undefined): readonly StageMark[] {
  const at = stage === undefined ? STAGES.length : STAGES.indexOf(stage)
  return NAMES.map((name, index) => {
    const state = index < at ? 'done' : index === at ? 'now' : 'later'
    return { text: `${SIGNS[state]} ${name}`, state }
  })
}

const SIGNS = { done: '✓', now: '▸', later: '·' } as const
