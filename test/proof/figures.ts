import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** How a proof ended: how many cases went right, ended with a clear error or said what is missing, or were wrong. */
export interface ProofFigures {
  readonly name: string
  readonly cases: number
  readonly right: number
  readonly clear: number
  readonly wrong: number
  /** Day of the run, as 2026-11-23. */
  readonly date: string
  /** What was typed. */
  readonly command: string
}

const FIGURES = fileURLToPath(new URL('figures.json', import.meta.url))
const README = fileURLToPath(new URL('../../README.md', import.meta.url))

/** The last runs whose figures were written down. */
export function readFigures(): readonly ProofFigures[] {
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as readonly ProofFigures[]
}

/** The table of README.md, a list of cells for each row. */
export function figureRows(figures: readonly ProofFigures[]): readonly (readonly string[])[] {
  return [
    ['Command', 'Date', 'Cases', 'Right', 'Clear error', 'Wrong'],
    ...figures.map(({ command, date, cases, right, clear, wrong }) => [
      ...[`\`${command}\``, date],
      ...[cases, right, clear, wrong].map(String),
    ]),
  ]
}

/** Finds the table in the text of README.md. */
export const PROOF_TABLE = /^\| Command +\| Date [^]*?\n(?!\|)/m

/** Notes a run, and puts it into README.md. */
export function writeFigures(run: ProofFigures): void {
  const others = readFigures().filter(({ name }) => name !== run.name)
  const figures = [...others, run].sort((a, b) => (a.name < b.name ? -1 : 1))
  writeFileSync(FIGURES, `${JSON.stringify(figures, undefined, 2)}\n`)
  const [head = [], ...rows] = figureRows(figures).map((cells) => `| ${cells.join(' | ')} |`)
  const rule = `|${' --- |'.repeat(figureRows([])[0]?.length ?? 0)}`
  const text = readFileSync(README, 'utf8')
  writeFileSync(
    README,
    text.replace(PROOF_TABLE, () => `${[head, rule, ...rows].join('\n')}\n`),
  )
}
