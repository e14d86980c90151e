import { runnerOf } from '../../effect-io.ts'
import type { Screen } from '../../screen.ts'
import { REVIEW_EFFECTS } from './effects.ts'
import { createPendingAnswers } from '../../kit/run/pending-answers.ts'
import { REVIEW_KEYS } from './keys.ts'
import {
  type Answer,
  askedOnReview,
  reviewMode,
  reviewTicks,
  type ReviewEffect,
  type ReviewEvent,
  type ReviewState,
  START_REVIEW,
} from './state.ts'
import { REVIEW_DESK, REVIEW_PANES, showsDesk } from './panes.ts'
import { viewReview } from './view.ts'
import { updateReview } from './update.ts'

/** The Review screen. */
export const reviewScreen: Screen<'review', ReviewState, ReviewEvent, ReviewEffect, typeof REVIEW_KEYS> = {
  name: 'review',
  title: 'Review',
  shortTitle: 'Rev',
  start: START_REVIEW,
  keys: REVIEW_KEYS,
  update: updateReview,
  view: viewReview,
  mode: reviewMode,
  asks: askedOnReview,
  takesText: (state) => ['password', 'typed', 'typed-late'].includes(reviewMode(state)),
  ticks: reviewTicks,
  keysOnly: true,
  panes: REVIEW_PANES,
  showsDesk,
  desk: REVIEW_DESK,
  openRunner: (io) => runnerOf(REVIEW_EFFECTS, { ...io, answers: createPendingAnswers<Answer>() }),
}
