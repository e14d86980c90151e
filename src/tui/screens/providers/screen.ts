import { runnerOf } from '../../effect-io.ts'
import type { Screen } from '../../screen.ts'
import { PROVIDERS_EFFECTS } from './effects.ts'
import { PROVIDERS_KEYS } from './keys.ts'
import { type ProvidersEffect, type ProvidersEvent, type ProvidersState, START_PROVIDERS } from './state.ts'
import { viewProviders } from './view.ts'
import { updateProviders } from './update.ts'

/** The Providers screen. */
export const providersScreen: Screen<
  'providers',
  ProvidersState,
  ProvidersEvent,
  ProvidersEffect,
  typeof PROVIDERS_KEYS
> = {
  name: 'providers',
  title: 'Providers',
  shortTitle: 'Prov',
  start: START_PROVIDERS,
  keys: PROVIDERS_KEYS,
  update: updateProviders,
  view: viewProviders,
  mode: ({ showsDetail, sifting }) => (sifting.line !== undefined ? 'filter' : showsDetail ? 'detail' : 'list'),
  takesText: ({ sifting }) => sifting.line !== undefined,
  // How providers stand is read again and again.
  ticks: (_state, { isVisible, ready }) => isVisible && ready,
  openRunner: (io) => runnerOf(PROVIDERS_EFFECTS, io),
}
