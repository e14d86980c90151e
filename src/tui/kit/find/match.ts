import { clusters } from '../text/line-edit.ts'

/*
 * Words that find lines of a list, in the syntax and with the scores of fzf (v1 of its algorithm, but for what is said below): every word must be found, as a
 * subsequence of the characters, and those at the starts of words count more. Packages that do this are slower at it than
 * these lines, or order the lines worse.
 */

/** Characters as a person sees them, by their place. A plain text is its own list: most lines are, and to split them is most of the work. */
type Characters = string | readonly string[]

/** One word of a pattern. */
interface Term {
  /** Characters in lower case. */
  readonly characters: readonly string[]
  readonly kind: 'fuzzy' | 'exact' | 'start' | 'end' | 'whole'
  /** True where a line must not have it. */
  readonly isNot: boolean
}

/** What is looked for. */
export type Pattern = readonly Term[]

/** Where a pattern was found. */
export interface LineMatch {
  /** The higher the better; 0 for a pattern without words. */
  readonly score: number
  /** Characters that matched, from where to where, in UTF-16 units and in order. */
  readonly spans: readonly (readonly [start: number, end: number])[]
}

/**
 * Reads words between spaces: `usdc` is found letter by letter, `'usdc` as it stands, `^usdc` at the start, `usdc$` at the end, and
 * `!usdc` nowhere. Letter case does not count.
 */
export function readPattern(text: string): Pattern {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map(readTerm)
    .filter(({ characters }) => characters.length > 0)
}

function readTerm(word: string): Term {
  const isNot = word.startsWith('!')
  const rest = isNot ? word.slice(1) : word
  const isExact = rest.startsWith("'")
  const isStart = rest.startsWith('^')
  const begun = isExact || isStart ? rest.slice(1) : rest
  const isEnd = begun.endsWith('$') && begun.length > 1
  const characters = clusters(isEnd ? begun.slice(0, -1) : begun)
  const kind = isStart ? (isEnd ? 'whole' : 'start') : isEnd ? 'end' : isExact || isNot ? 'exact' : 'fuzzy'
  return { characters, kind, isNot }
}

/** Finds a pattern in a line; undefined where a word of it is missing. */
export function matchLine(pattern: Pattern, line: string): LineMatch | undefined {
  const written = charactersOf(line)
  const found = matchTerms(pattern, line, written)
  if (found === undefined) return undefined
  const marked = new Set(found.flatMap(({ places }) => places))
  return { score: totalScore(found), spans: spansOf(marked, written) }
}

/** The items in whose line a pattern is found: the best first, then those with shorter lines, then in their order. */
export function findBest<T>(items: readonly T[], lineOf: (item: T) => string, pattern: Pattern): readonly T[] {
  if (pattern.length === 0) return items
  const found = items.flatMap((item) => {
    const line = lineOf(item)
    const terms = matchTerms(pattern, line, charactersOf(line))
    return terms === undefined ? [] : [{ item, score: totalScore(terms), length: line.length }]
  })
  return found.sort((a, b) => b.score - a.score || a.length - b.length).map(({ item }) => item)
}

/** Every word as it was found; undefined where one is missing, or there and must not be. */
function matchTerms(pattern: Pattern, line: string, written: Characters): readonly TermFound[] | undefined {
  const characters = typeof written === 'string' ? line.toLowerCase() : written.map((each) => each.toLowerCase())
  const found: TermFound[] = []
  for (const term of pattern) {
    const match = matchTerm(term, characters, written)
    if ((match === undefined) !== term.isNot) return undefined
    if (match !== undefined) found.push(match)
  }
  return found
}

function totalScore(found: readonly TermFound[]): number {
  return found.reduce((sum, { score }) => sum + score, 0)
}

interface TermFound {
  readonly score: number
  /** Indexes of the matched characters, in order. */
  readonly places: readonly number[]
}

function matchTerm({ characters: term, kind }: Term, line: Characters, written: Characters) {
  const last = line.length - term.length
  switch (kind) {
    case 'whole':
      return last === 0 && isAt(term, line, 0) ? scoreOf(term, line, written, 0) : undefined
    case 'start':
      return isAt(term, line, 0) ? scoreOf(term, line, written, 0) : undefined
    case 'end':
      return last >= 0 && isAt(term, line, last) ? scoreOf(term, line, written, last) : undefined
    case 'exact':
      return matchExact(term, line, written)
    case 'fuzzy':
      return matchExact(term, line, written) ?? matchFuzzy(term, line, written)
  }
}

function isAt(term: readonly string[], line: Characters, at: number): boolean {
  for (let index = 0; index < term.length; index += 1) if (line[at + index] !== term[index]) return false
  return true
}

/** The best of the places where the term stands as it is. */
function matchExact(term: readonly string[], line: Characters, written: Characters) {
  let best: TermFound | undefined
  for (let at = 0; at + term.length <= line.length; at += 1) {
    if (!isAt(term, line, at)) continue
    const found = scoreOf(term, line, written, at)
    if (best === undefined || found.score > best.score) best = found
  }
  return best
}

/**
 * The first place where its characters stand in order: from the first of them on, or as short as it can be for its end. fzf's v1 has the
 * second only, which passes over the start of a word for the same letter within it.
 */
function matchFuzzy(term: readonly string[], line: Characters, written: Characters) {
  const first = line.indexOf(term[0] ?? '')
  let next = 0
  let end = 0
  while (end < line.length && next < term.length) {
    if (line[end] === term[next]) next += 1
    end += 1
  }
  if (next < term.length) return undefined
  let start = end
  while (next > 0) {
    start -= 1
    if (line[start] === term[next - 1]) next -= 1
  }
  const [long, short] = [scoreOf(term, line, written, first), scoreOf(term, line, written, start)]
  return long.score > short.score ? long : short
}

const MATCH = 16
const GAP_START = -3
const GAP_MORE = -1
const CONSECUTIVE = 4
const BONUS = { white: 10, delimiter: 9, other: 8, camel: 7 } as const

function charactersOf(line: string): Characters {
  return /^[\x20-\x7e]*$/.test(line) ? line : clusters(line)
}

/** Scores the first subsequence from a place on, which is known to be there. */
function scoreOf(term: readonly string[], line: Characters, written: Characters, start: number): TermFound {
  const places: number[] = []
  let score = 0
  let run = 0
  let runBonus = 0
  let isGap = false
  for (let at = start; places.length < term.length && at < line.length; at += 1) {
    if (line[at] !== term[places.length]) {
      score += isGap ? GAP_MORE : GAP_START
      isGap = true
      run = 0
      continue
    }
    const own = bonusOf(written[at - 1], written[at])
    if (run === 0 || (own >= BONUS.other && own > runBonus)) runBonus = own
    const bonus = run === 0 ? own : Math.max(own, runBonus, CONSECUTIVE)
    score += MATCH + (places.length === 0 ? bonus * 2 : bonus)
    places.push(at)
    isGap = false
    run += 1
  }
  return { score, places }
}

type CharacterClass = 'white' | 'delimiter' | 'other' | 'lower' | 'upper' | 'digit'

function classOf(character: string): CharacterClass {
  if (character >= 'a' && character <= 'z') return 'lower'
  if (character >= 'A' && character <= 'Z') return 'upper'
  if (character >= '0' && character <= '9') return 'digit'
  if (character === ' ') return 'white'
  if ('/,:;|@'.includes(character)) return 'delimiter'
  if (character <= '~' || !/^[\p{L}\p{N}]/u.test(character)) return 'other'
  return character === character.toLowerCase() ? 'lower' : 'upper'
}

/** What a character counts more for its place: at the start of the line or of a word, or where a word begins by its case. */
function bonusOf(before: string | undefined, character: string | undefined): number {
  const own = classOf(character ?? '')
  const previous = before === undefined ? 'white' : classOf(before)
  if (own === 'white') return BONUS.white
  if (own === 'delimiter' || own === 'other') return BONUS.other
  if (previous === 'white' || previous === 'delimiter' || previous === 'other') return BONUS[previous]
  const isCamel = (previous === 'lower' && own === 'upper') || (previous !== 'digit' && own === 'digit')
  return isCamel ? BONUS.camel : 0
}

/** Runs of marked characters, in UTF-16 units. */
function spansOf(marked: ReadonlySet<number>, written: Characters): LineMatch['spans'] {
  const spans: [number, number][] = []
  let at = 0
  for (let index = 0; index < written.length; index += 1) {
    const end = at + (written[index]?.length ?? 0)
    if (marked.has(index)) {
      const last = spans.at(-1)
      if (last?.[1] === at) last[1] = end
      else spans.push([at, end])
    }
    at = end
  }
  return spans
}
