import type { GivenApproval, KnownAccount, WorkFact } from '../../context.ts'
import type { AppFacts } from '../../events.ts'
import { scrolledRows } from '../../kit/layout/scrolled-rows.ts'
import { titledRule } from '../../kit/layout/titled-rule.ts'
import type { Row } from '../../kit/text/rows.ts'
import type { Problem } from '../../problem.ts'
import type { ScreenProps } from '../../screen.ts'
import { factRows, scrollFacts } from './facts.ts'
import type { BalancesState } from './state.ts'

/*
 * What has to be read whole stands alone and scrolls, until it is closed: what work did, an account, an approval, why something
 * is unread.
 */

/** What it is about: the keys follow from it. */
export type PageSubject =
  /** @param isOfWork true for what work did. @default false */
  | { readonly kind: 'page'; readonly isOfWork?: true }
  /** One with a key file can be copied. */
  | { readonly kind: 'account' | 'key-file'; readonly account: KnownAccount }
  | { readonly kind: 'approval'; readonly approval: GivenApproval }

/** Facts that stand alone. All text in it is clean. */
export interface FactPage {
  readonly title: string
  readonly subject: PageSubject
  readonly facts: readonly WorkFact[]
  /** First line that is shown. */
  readonly scroll: number
}

/** The screen with a page of facts. @param subject what its keys are about. @default nothing */
export function openPage(
  state: BalancesState,
  title: string,
  facts: readonly WorkFact[],
  subject: PageSubject = { kind: 'page' },
): BalancesState {
  return { ...state, page: { title, subject, facts, scroll: 0 } }
}

/** A failure as facts. */
export function problemFacts({ message, hint = '' }: Problem): readonly WorkFact[] {
  return [['problem', message], ...(hint === '' ? [] : [['next', hint] as const])]
}

/** The page, scrolled by so many lines. */
export function scrollPage(page: FactPage, by: number, app: AppFacts): FactPage {
  const scroll = scrollFacts(page.scroll, by, page.facts, [], app)
  return scroll === page.scroll ? page : { ...page, scroll }
}

/** The lines of a page. */
export function pageRows(
  { title, facts, scroll }: FactPage,
  { width, height, spoken }: ScreenProps<BalancesState>,
): readonly Row[] {
  return [
    titledRule(title, width),
    ...scrolledRows(factRows(facts, width), { scroll, width, height: height - 1, spoken }),
  ]
}
