import { keyFor } from '../bindings.ts'
import { type AppState, type ScreenName, SCREENS } from '../screens.ts'
import { focusOf } from '../state.ts'

/*
 * A swap that a guide leads through, on the screens themselves: what the guide says, and how far it came, is a function of
 * what is on them.
 */

/** The swap of the tour: below what has to be typed before it is paid. */
export const TOUR_SWAP = '0.1 eth to usdc base'

/** One step of the tour. */
interface TourStep {
  /** What to do now, in a sentence or two of plain words. */
  says(state: AppState): string
  /** True once it was done. */
  isDone(state: AppState): boolean
}

const TOUR: readonly TourStep[] = [
  {
    says: (state) => {
      if (state.palette !== undefined) return `Type ${TOUR_SWAP} and press Enter.`
      const key = keyFor(state, 'palette', ':')
      if (takesText(state)) return `Esc leaves this field. Then press ${key}`
      return `A swap fits on one line. Press ${key} and type: ${TOUR_SWAP} (${keyFor(state, 'quit', 'q')} leaves the tour)`
    },
    isDone: ({ screens: { swap } }) => swap.from !== undefined && swap.to !== undefined && swap.amount !== '',
  },
  {
    says: (state) => {
      if (isElsewhere(state, 'swap')) return `${tabKey('swap')} shows the routes.`
      const { quote } = state.screens.swap
      if (quote?.routes.length === undefined || quote.status === 'asking') return 'All providers are asked at once …'
      return `The best route stands first. Press ${keyFor(state, 'fees', 'i')} to see what it costs.`
    },
    isDone: (state) => state.screens.swap.panel === 'fees' || hasLock(state),
  },
  {
    says: (state) => {
      if (state.tab === 'review') return 'The price is being locked …'
      if (isElsewhere(state, 'swap')) return `${tabKey('swap')} shows the routes.`
      if (state.screens.swap.panel !== undefined) {
        return 'Sent, taken, kept: every step adds up. Enter locks this route.'
      }
      return '↓ goes to the routes. Enter locks the marked one.'
    },
    isDone: hasLock,
  },
  { says: sayHowToPay, isDone: hasPaid },
  {
    says: () => `It is paid, and goes on whatever you look at. Press ${tabKey('activity')}: Activity.`,
    isDone: (state) => state.tab === 'activity',
  },
  {
    says: (state) => {
      if (!hasStopped(state)) return 'The header shows how far it is. When it ends, you are told.'
      return isElsewhere(state, 'review')
        ? `It stopped before its end. ${tabKey('review')} shows it.`
        : sayHowToGoOn(state)
    },
    isDone: (state) => !hasPaid(state) && !hasStopped(state),
  },
  {
    says: (state) => `It has ended. Press ${keyFor(state, 'help', '?')} for the keys of any screen.`,
    isDone: ({ help }) => help !== undefined,
  },
  {
    says: (state) => {
      if (state.help !== undefined) return 'Esc closes the help. That was the tour.'
      return `That was the tour. ${keyFor(state, 'quit', 'q')} leaves it; nothing of it is kept.`
    },
    isDone: () => false,
  },
]

/** The screens of the tour, at its beginning. */
export function beginTour(state: AppState): AppState {
  return followTour({ ...state, guide: { step: 1, of: TOUR.length, says: '' } })
}

/** The screens after something happened, with the guide where it is by now; those without a guide as they are. */
export function followTour(state: AppState): AppState {
  const { guide } = state
  if (guide === undefined) return state
  let at = guide.step - 1
  while (TOUR[at]?.isDone(state) === true) at += 1
  const [step, says] = [at + 1, TOUR[at]?.says(state) ?? '']
  return step === guide.step && says === guide.says ? state : { ...state, guide: { ...guide, step, says } }
}

/** What to do about the lock, by what Review asks. */
function sayHowToPay(state: AppState): string {
  if (isElsewhere(state, 'review')) return `${tabKey('review')} shows the lock.`
  switch (focusOf(SCREENS, state).mode) {
    case 'terms-pay':
    case 'payment':
      return `${keyFor(state, 'pay', 'P')} pays, in paper money. Read the amount, to whom, and the least first.`
    case 'terms':
    case 'name':
    case 'confirm':
      return `${keyFor(state, 'yes', 'Y')} agrees. Read the amount, to whom, and the least first.`
    case 'typed':
      return 'Type the amount; Enter sends it. A large one is not paid by a key alone.'
    case 'typed-late':
      return 'The lock ran out, and nothing was sent. Enter leaves the field.'
    case 'expired':
      return `The lock ran out, and nothing was sent. ${keyFor(state, 'lock-again', 'L')} locks again.`
    case 'closed':
      return `Nothing was sent. ${keyFor(state, 'again', 'L')} locks it again.`
    case 'stopped':
      return sayHowToGoOn(state)
    case 'start':
      return `Nothing is locked here. ${tabKey('swap')} shows the routes.`
    default:
      return 'It is being executed …'
  }
}

function sayHowToGoOn(state: AppState): string {
  return `It stopped before its end. ${keyFor(state, 'continue', 'c')} goes on with it.`
}

/** True where a swap of the tour waits to be gone on with. */
function hasStopped({ screens: { review } }: AppState): boolean {
  return review.works.some(({ isRunning, question, run }) => {
    return !isRunning && question === undefined && run !== undefined && run.step !== 'closed' && run.step !== 'final'
  })
}

function hasLock({ jobs: { held } }: AppState): boolean {
  return held.some(({ lockEndsAt, isPaid }) => lockEndsAt !== undefined || isPaid)
}

function hasPaid({ jobs: { held } }: AppState): boolean {
  return held.some(({ isPaid }) => isPaid)
}

function takesText(state: AppState): boolean {
  return focusOf(SCREENS, state).takesText
}

function isElsewhere({ tab }: AppState, name: ScreenName): boolean {
  return tab !== name
}

/** The digit that shows a screen. */
function tabKey(name: ScreenName): string {
  return String(SCREENS.findIndex((screen) => screen.name === name) + 1)
}
