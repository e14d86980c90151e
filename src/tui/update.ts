import { countText } from '../core/text/count-text.ts'
import type { Network } from '../core/api/enums.ts'
import {
  type Addressed,
  type AppEffect,
  type AppEvent,
  type Event,
  notify,
  type ScreenInput,
  type Step,
  step,
} from './events.ts'
import { deskFrom, shownPanes } from './desk/desk.ts'
import { focusNext, togglePane, zoomPane } from './desk/update.ts'
import { keyFor, keySettings } from './bindings.ts'
import { endLocksSetBack, type JobStep, passTime, receiveJob, seeMessage, visitScreen } from './jobs/jobs.ts'
import { changedSettings } from './kit/fresh-settings.ts'
import { findOtherNetwork } from './kit/other-network.ts'
import { isMadeFrom } from './kit/remember-last.ts'
import { helpBody } from './frame/help.ts'
import { TABS } from './frame/header.ts'
import { HELP_KEYS, helpLines } from './frame/help-lines.ts'
import { type AppKeyRow, keyName, type KeyTable, rowWithKey } from './keys.ts'
import { bodySize, scrollBy } from './kit/layout/scrolling.ts'
import { isMove, MOVES, moveIndex } from './kit/moves.ts'
import { leaveText } from './leave-text.ts'
import { OLD_KEYS } from './old-keys.ts'
import { editOf } from './kit/text/edit-keys.ts'
import type { Spot } from './kit/text/rows.ts'
import { completeLine, editLine, unitsBefore } from './kit/text/line-edit.ts'
import { OPEN_PALETTE, type Palette, PALETTE_KEYS, PALETTE_LIST, type PaletteItem, paletteItems } from './palette.ts'
import type { Remembered } from './remembered.ts'
import { type EffectOf, type NameOf, type ScreenList, screenNamed } from './screen.ts'
import type { PressArrival, KeyName, KeyPress } from './terminal/key-decoder.ts'
import {
  activeKeys,
  factsOf,
  focusOf,
  isTooSmall,
  keysScreen,
  offeredKeys,
  screenSize,
  seenScreens,
  type State,
} from './state.ts'

/** What an update of the app returns. */
export type AppStep<L extends ScreenList> = Step<State<L>, AppEffect | EffectOf<L>>

/** The state after an event at `now` (epoch milliseconds), and what to do outside. */
export function update<L extends ScreenList>(
  screens: L,
  before: State<L>,
  event: Event<string>,
  now: number,
): AppStep<L> {
  const state = { ...before, now, jobs: endLocksSetBack(before.jobs, before.now, now) }
  const after = isAppEvent(event) ? updateApp(screens, state, event) : deliver(screens, state, event.on, event)
  const isTick = isAppEvent(event) && event.type === 'tick'
  if (isTick && isMadeFrom(deskFrom(before), deskFrom(after.state))) return after
  return showPanes(screens, before, after)
}

/** The state with the panes that it shows; the screens of those that were not seen before are told. */
function showPanes<L extends ScreenList>(screens: L, before: State<L>, after: AppStep<L>): AppStep<L> {
  const panes = shownPanes(screens, after.state)
  if (panes === after.state.panes) return after
  const seen = seenScreens({ ...before, tab: after.state.tab })
  const state = { ...after.state, panes }
  return [...seenScreens(state)]
    .filter((name) => !seen.has(name))
    .reduce<AppStep<L>>(
      (told, name) => {
        const shown = deliver(screens, told.state, name, { on: 'input', type: 'shown' })
        return step(shown.state, ...told.effects, ...shown.effects)
      },
      step(state, ...after.effects),
    )
}

/** No screen may be named `app`; what is sent to the app is one of its own events. */
function isAppEvent(event: Event<string>): event is AppEvent<string> {
  return event.on === 'app'
}

function updateApp<L extends ScreenList>(screens: L, state: State<L>, event: AppEvent<string>): AppStep<L> {
  switch (event.type) {
    case 'started':
      return start(screens, state)
    case 'key':
      return tellOldKey(screens, state, event.press, handleKey(screens, state, event))
    case 'mouse':
      return handleMouse(screens, state, event)
    case 'resized':
      return step({ ...state, size: event.size })
    case 'terminal':
      return step({ ...state, terminal: event.forms })
    case 'tick': {
      const inHand = withJobs(state, passTime(state.jobs, state.now))
      const asked = askWhileAway(inHand.state)
      const after = deliverToAll(screens, asked.state, { on: 'input', type: 'tick' })
      return step(after.state, ...inHand.effects, ...asked.effects, ...after.effects)
    }
    case 'job':
    case 'job-over':
    case 'open-runs':
    case 'left-over':
    case 'link':
    case 'happened':
      return withJobs(state, receiveJob(state.jobs, event, state.now))
    case 'opened':
      return openScreens(screens, { ...state, ready: true, problem: undefined })
    case 'network':
      return receiveNetwork(state, event.network)
    case 'open-failed':
      return step({ ...state, problem: event.problem })
    case 'go':
      return go(screens, state, event.tab)
    case 'remember':
      return remember(state, event.remembered)
    case 'notice':
      return step({ ...state, notice: event.notice })
    case 'settings':
      return changeSettings(screens, { ...state, unreadSettings: undefined }, event.values)
    case 'settings-unread': {
      const { text } = event
      if (state.unreadSettings === text) return step(state)
      const told = `the settings stay as they were, and nothing is locked: ${text}`
      return step({ ...state, unreadSettings: text }, notify('bad', told))
    }
    case 'saved': {
      const { [event.key]: _before, ...rest } = state.settings
      const settings = event.value === undefined ? rest : { ...rest, [event.key]: event.value }
      return changeSettings(screens, state, settings)
    }
  }
}

/** The screens once the service is open; a server is asked what it is. */
function openScreens<L extends ScreenList>(screens: L, state: State<L>): AppStep<L> {
  const { state: opened, effects } = deliverToAll(screens, state, { on: 'input', type: 'opened' })
  return step(opened, ...effects, ...(state.place.api === undefined ? [] : [ASK_NETWORK]))
}

/** Pause between two times that a server is asked whether it is there, in milliseconds. */
const ASK_SERVER_MS = 3000

/** A server that does not answer is asked again and again: nobody else may ask it. */
function askWhileAway<L extends ScreenList>(state: State<L>): Step<State<L>, AppEffect> {
  const { jobs, place, now, serverAskedAt } = state
  if (jobs.awaySince === undefined || place.api === undefined) {
    return step(serverAskedAt === undefined ? state : { ...state, serverAskedAt: undefined })
  }
  if (serverAskedAt !== undefined && Math.abs(now - serverAskedAt) < ASK_SERVER_MS) return step(state)
  return step({ ...state, serverAskedAt: now }, ASK_NETWORK)
}

const ASK_NETWORK = { on: 'app', type: 'ask-network' } as const

/** A server of another network than it is taken for is a problem that stays. */
function receiveNetwork<L extends ScreenList>(state: State<L>, server: Network): AppStep<L> {
  if (state.place.server === server) return step(state)
  const place = { ...state.place, server }
  return step({ ...state, place, problem: findOtherNetwork(place) })
}

/** The state with what is in hand, and the user told of what happened. What the shown screen shows needs no mark on its tab. */
function withJobs<L extends ScreenList>(state: State<L>, { jobs, told }: JobStep): Step<State<L>, AppEffect> {
  return step(
    { ...state, jobs: visitScreen(jobs, state.tab) },
    ...told.map((message) => ({ on: 'app', type: 'announce', message }) as const),
  )
}

function start<L extends ScreenList>(screens: L, state: State<L>): AppStep<L> {
  const shown = deliver(screens, state, state.tab, { on: 'input', type: 'shown' })
  return step(shown.state, ...shown.effects, { on: 'app', type: 'open' }, ...keyNotes(screens, state))
}

function changeSettings<L extends ScreenList>(screens: L, state: State<L>, settings: State['settings']): AppStep<L> {
  const keys = changedSettings(state.settings, settings)
  if (keys.length === 0) return step(state)
  const next = { ...state, settings, bindings: keySettings(screens, settings).bindings }
  const { state: after, effects } = deliverToAll(screens, next, { on: 'input', type: 'settings-changed', keys })
  return step(after, ...effects, ...(keys.some((key) => key.startsWith('keys.')) ? keyNotes(screens, after) : []))
}

/** Says why the keys of the settings do not count. */
function keyNotes(screens: ScreenList, { settings }: State): readonly AppEffect[] {
  const { problem } = keySettings(screens, settings)
  return problem === undefined ? [] : [notify('bad', `${problem}. The usual keys count`)]
}

/** A key that did something else in earlier versions: what replaced it is said once. */
function tellOldKey<L extends ScreenList>(
  screens: L,
  before: State<L>,
  { name }: KeyPress,
  after: AppStep<L>,
): AppStep<L> {
  const { takesText } = focusOf(screens, before)
  const place = takesText ? 'text' : before.tab
  const old = Object.hasOwn(OLD_KEYS, place) ? OLD_KEYS[place] : undefined
  const text = old !== undefined && Object.hasOwn(old, name) ? old[name] : undefined
  const told = `${place} ${name}`
  if (text === undefined || before.toldKeys.includes(told)) return after
  if (before.help !== undefined || before.palette !== undefined) return after
  if (before.bindings.size > 0) return after
  return step({ ...after.state, toldKeys: [...after.state.toldKeys, told] }, ...after.effects, notify('info', text))
}

/** A key that was pressed, the question that could be read then, and how it came. */
type KeyEvent = Pick<Extract<AppEvent<string>, { readonly type: 'key' }>, 'press' | 'asked' | 'arrival'>

function handleKey<L extends ScreenList>(
  screens: L,
  before: State<L>,
  { press, asked, arrival = 'alone' }: KeyEvent,
): AppStep<L> {
  if (press.name === 'focus' || press.name === 'blur') return step({ ...before, hasFocus: press.name === 'focus' })
  // Whoever needs a frame drawn anew has not read what it says.
  if (isRedraw(screens, before, press)) return step(before, REDRAW)
  const state = seeNotices(before)
  if (press.name === 'ctrl-c') return runAppAction(screens, state, 'interrupt')
  if (press.name === 'ctrl-z') return runAppAction(screens, state, 'suspend')
  if (isTooSmall(state)) return press.name === 'q' ? runAppAction(screens, state, 'quit') : step(state)
  const keys = activeKeys(screens, state)
  if (state.help !== undefined) {
    const row = rowWithKey(HELP_KEYS, press.name)
    if (row === undefined) return step({ ...state, help: undefined })
    const { rows } = bodySize(screenSize(screens, state))
    return step({
      ...state,
      help: scrollBy(
        state.help,
        MOVES[row.action],
        helpBody(helpLines(offeredKeys(screens, state)), state.size.columns).length,
        rows,
      ),
    })
  }
  if (state.palette !== undefined) return usePalette(screens, state, state.palette, press)
  if (state.guide !== undefined && press.name === 'esc' && closesNothing(screens, state)) {
    return step(state, notify('info', `${keyFor(state, 'quit', 'q')} leaves the tour`))
  }
  const question = focusOf(screens, state).asked
  const counts = question === undefined || question === asked
  const own = rowWithKey(keys.own, press.name)
  if (own !== undefined) {
    if (!counts && own.looks !== true && !isMove(own.action)) return step(state)
    if (!mayAgree(own, arrival)) {
      const why = own.agrees === 'pressed' ? 'is held down' : 'came with other keys, or too soon after them'
      const text = `${keyName(press.name as KeyName)} ${why}: press it by itself`
      return step(state, notify('info', text))
    }
    return deliver(screens, state, keysScreen(state), { on: 'input', type: 'action', action: own.action })
  }
  const ofApp = rowWithKey(keys.app, press.name)
  if (ofApp !== undefined) return runAppAction(screens, state, ofApp.action)
  const edit = keys.takesText && counts ? editOf(press) : undefined
  return edit === undefined
    ? step(state)
    : deliver(screens, state, keysScreen(state), { on: 'input', type: 'edit', edit })
}

const REDRAW = { on: 'app', type: 'redraw' } as const

/** True for the key that draws anew, above what covers the screen too; what types something is the palette's. */
function isRedraw(screens: ScreenList, state: State, { name, text }: KeyPress): boolean {
  if (state.palette !== undefined && text !== '') return false
  return rowWithKey(activeKeys(screens, state).app, name)?.action === 'redraw'
}

/** True for what agrees to nothing, and for what agrees and came as it has to. */
function mayAgree({ agrees }: KeyTable[number], arrival: PressArrival): boolean {
  if (agrees === undefined) return true
  switch (agrees) {
    case 'alone':
      return arrival === 'alone'
    case 'typed':
      return arrival === 'alone' || arrival === 'quick'
    case 'pressed':
      return arrival !== 'held'
  }
}

/** Who presses something has seen what was told. */
function seeNotices<L extends ScreenList>(state: State<L>): State<L> {
  const jobs = isTooSmall(state) ? state.jobs : seeMessage(state.jobs, state.now, state.tab)
  return state.notice === undefined && jobs === state.jobs ? state : { ...state, notice: undefined, jobs }
}

/** Rows that one notch of the wheel moves. */
const WHEEL_ROWS = 3

/** A click marks; on what is marked it does what the key table allows clicks, which neither locks nor pays. */
function handleMouse<L extends ScreenList>(
  screens: L,
  before: State<L>,
  { name, pointed, asked }: Extract<AppEvent<string>, { readonly type: 'mouse' }>,
): AppStep<L> {
  if (isTooSmall(before)) return step(before)
  const state = seeNotices(before)
  const { screen, spot, by } = pointed
  if (name === 'click' && state.palette !== undefined) return pickRow(screens, state, state.palette, spot)
  if (state.help !== undefined || state.palette !== undefined) return turnWheel(screens, state, name)
  if (screen === undefined) {
    const tab = name === 'click' && spot?.list === TABS ? screens[spot.row] : undefined
    return tab === undefined ? step(state) : go(screens, state, tab.name)
  }
  // The frame that was pointed at may be gone by now.
  if (!seenScreens(state).has(screen)) return step(state)
  // What may pay keeps the keys.
  if (screen !== state.tab && screenNamed(screens, state.tab).keysOnly === true) return step(state)
  const focus = screen === state.tab ? undefined : screen
  const focused = { ...state, desk: { ...state.desk, focus } }
  const hadKeys = keysScreen(state) === screen
  if (name !== 'click') return moveRows(screens, focused, name === 'wheel-up' ? -WHEEL_ROWS : WHEEL_ROWS)
  if (spot === undefined) return step(focused)
  const question = focusOf(screens, focused).asked
  if (question !== undefined && (question !== asked || !hadKeys)) return step(focused)
  const own = activeKeys(screens, focused).own
  const click = (kind: 'marked' | 'field') =>
    own.find((row) => row.click === kind && (kind === 'marked' || row.action === spot.action))
  if (!spot.isMarked || !hadKeys) return markRow(screens, leaveFirst(screens, focused, own), spot, by)
  if (focusOf(screens, focused).takesText && spot.action !== undefined) return step(focused)
  const opens = click(spot.action === undefined ? 'marked' : 'field')
  if (opens !== undefined)
    return deliver(screens, focused, screen, { on: 'input', type: 'action', action: opens.action })
  const enter = rowWithKey(own, 'enter')
  if (enter === undefined) return step(focused)
  return step(focused, notify('info', `${keyName(enter.keys[0])}: ${enter.label}. A click locks and pays nothing`))
}

function turnWheel<L extends ScreenList>(
  screens: L,
  state: State<L>,
  name: 'click' | 'wheel-up' | 'wheel-down',
): AppStep<L> {
  if (name === 'click') return step(state)
  const press: KeyPress = { name: name === 'wheel-up' ? 'up' : 'down', text: '' }
  return Array.from({ length: WHEEL_ROWS }).reduce<AppStep<L>>((told) => {
    const after = handleKey(screens, told.state, { press })
    return step(after.state, ...told.effects, ...after.effects)
  }, step(state))
}

/** What has the keys is left as the key table says, before something else is marked. */
function leaveFirst<L extends ScreenList>(screens: L, state: State<L>, own: KeyTable): AppStep<L> {
  const leaves = own.find(({ click }) => click === 'elsewhere')
  return leaves === undefined
    ? step(state)
    : deliver(screens, state, keysScreen(state), { on: 'input', type: 'action', action: leaves.action })
}

function markRow<L extends ScreenList>(
  screens: L,
  { state, effects }: AppStep<L>,
  spot: Spot,
  by: number | undefined,
): AppStep<L> {
  const screen = screenNamed(screens, keysScreen(state))
  const name: NameOf<L> = screen.name
  const marked = screen.markRow?.(state.screens[name], spot, factsOf(screens, state, name))
  if (marked !== undefined) return step({ ...state, screens: { ...state.screens, [name]: marked } }, ...effects)
  const moved = moveRows(screens, state, by ?? 0)
  return step(moved.state, ...effects, ...moved.effects)
}

/** Moves the mark, or a long text, as the keys for it do. @param by rows, negative for up */
function moveRows<L extends ScreenList>(screens: L, state: State<L>, by: number): AppStep<L> {
  const action = by < 0 ? 'up' : 'down'
  if (!activeKeys(screens, state).own.some((row) => row.action === action)) return step(state)
  return Array.from({ length: Math.abs(by) }).reduce<AppStep<L>>((told) => {
    const after = deliver(screens, told.state, keysScreen(told.state), { on: 'input', type: 'action', action })
    return step(after.state, ...told.effects, ...after.effects)
  }, step(state))
}

/** True where Esc would change nothing: who presses it may want to leave the tour. */
function closesNothing(screens: ScreenList, state: State): boolean {
  const { own, takesText } = offeredKeys(screens, state)
  return !takesText && rowWithKey(own, 'esc') === undefined
}

function usePalette<L extends ScreenList>(screens: L, state: State<L>, palette: Palette, press: KeyPress): AppStep<L> {
  const action = rowWithKey(PALETTE_KEYS, press.name)?.action
  const items = paletteItems(screens, state, palette.line.text)
  switch (action) {
    case 'close':
      return step({ ...state, palette: undefined })
    case 'up':
    case 'down':
      return step({
        ...state,
        palette: { ...palette, selected: moveIndex(palette.selected, MOVES[action], items.length) },
      })
    case 'complete': {
      const [item] = items
      const [completion] = item?.kind === 'line' ? (item.looked?.completions ?? []) : []
      if (completion === undefined) return step(state)
      return look(screens, { ...state, palette: { line: completeLine(palette.line, completion), selected: 0 } })
    }
    case 'choose':
      return chooseItem(screens, state, items[palette.selected])
    case undefined: {
      const { line, others } = firstLine(press)
      const edit = editOf(line)
      if (edit === undefined) return step(state)
      const next = look(screens, { ...state, palette: { line: editLine(palette.line, edit), selected: 0 } })
      if (others === 0) return next
      const told = `one line is taken: ${countText(others, 'more line')} of what was pasted ${others === 1 ? 'was' : 'were'} left out`
      return step(next.state, ...next.effects, notify('info', told))
    }
  }
}

/** What the palette takes of a paste, a line that says something, and how many others do. */
function firstLine(press: KeyPress): { readonly line: KeyPress; readonly others: number } {
  const [text, ...others] = press.text.split('\n').filter((each) => each.trim() !== '')
  return { line: text === undefined || press.name !== 'paste' ? press : { ...press, text }, others: others.length }
}

/** A click on a row of the palette chooses it. */
function pickRow<L extends ScreenList>(
  screens: L,
  state: State<L>,
  { line }: Palette,
  spot: Spot | undefined,
): AppStep<L> {
  const item = spot?.list === PALETTE_LIST ? paletteItems(screens, state, line.text)[spot.row] : undefined
  // What was found meanwhile may stand there now.
  return chooseItem(screens, state, item?.label === spot?.label ? item : undefined)
}

function chooseItem<L extends ScreenList>(screens: L, state: State<L>, item: PaletteItem | undefined): AppStep<L> {
  // A line that is no order stays, with what is wrong with it beneath.
  if (item === undefined || (item.kind === 'line' && isWrong(item))) return step(state)
  return runItem(screens, { ...state, palette: undefined }, item)
}

function isWrong({ reading, looked }: Extract<PaletteItem, { readonly kind: 'line' }>): boolean {
  return reading.order === undefined || looked?.problem !== undefined
}

/** Has the screens look for what the text in the palette may mean. */
function look<L extends ScreenList>(screens: L, state: State<L>): AppStep<L> {
  const { line } = state.palette ?? {}
  if (line === undefined) return step(state)
  return screens.reduce<AppStep<L>>((before, { name, finder }) => {
    const event = finder?.look?.(line.text, unitsBefore(line))
    if (event === undefined) return before
    const after = deliver(screens, before.state, name, event)
    return step(after.state, ...before.effects, ...after.effects)
  }, step(state))
}

function runItem<L extends ScreenList>(screens: L, state: State<L>, item: PaletteItem): AppStep<L> {
  if (item.kind === 'app') return runAppAction(screens, state, item.action)
  const gone = go(screens, state, item.on)
  const shown = item.kind === 'screen' && item.leavesText ? leaveField(screens, gone, item.on) : gone
  const event: Addressed | ScreenInput<string> | undefined =
    item.kind === 'line'
      ? screenNamed(screens, item.on).line?.take(item.text)
      : 'event' in item
        ? item.event
        : { on: 'input', type: 'action', action: item.action }
  if (event === undefined) return shown
  const done = deliver(screens, shown.state, item.on, event)
  return step(done.state, ...shown.effects, ...done.effects)
}

/** Leaves the text field of a screen, so that its actions can be done. */
function leaveField<L extends ScreenList>(screens: L, before: AppStep<L>, name: string): AppStep<L> {
  const actions = leaveText(screens, before.state, name)?.actions ?? []
  return actions.reduce<AppStep<L>>((told, action) => {
    const after = deliver(screens, told.state, name, { on: 'input', type: 'action', action })
    return step(after.state, ...told.effects, ...after.effects)
  }, before)
}

function runAppAction<L extends ScreenList>(screens: L, state: State<L>, action: AppKeyRow['action']): AppStep<L> {
  if (typeof action === 'object') {
    return 'go' in action ? go(screens, state, action.go) : togglePane(screens, state, action.pane)
  }
  switch (action) {
    case 'help':
      return step({ ...state, help: 0 })
    case 'palette':
      return step({ ...state, palette: OPEN_PALETTE })
    case 'zoom':
      return step(zoomPane(screens, state))
    case 'next-pane':
      return step(focusNext(screens, state))
    case 'redraw':
      return step(state, REDRAW)
    case 'suspend':
      return step(state, { on: 'app', type: 'suspend' })
    case 'quit':
      return step(state, { on: 'app', type: 'leave', how: 'quit' })
    case 'interrupt':
      return step(state, { on: 'app', type: 'leave', how: 'interrupted' })
  }
}

function go<L extends ScreenList>(screens: L, state: State<L>, name: string): AppStep<L> {
  const tab = screenNamed(screens, name).name
  if (state.tab === tab) return step(state)
  const left = deliver(screens, state, state.tab, { on: 'input', type: 'left' })
  const jobs = visitScreen(state.jobs, tab)
  const desk = { focus: undefined, zoomed: undefined }
  const { remembered } = state
  const known = remembered === undefined ? step(left.state) : remember(left.state, { ...remembered, tab })
  const shown = deliver(screens, { ...known.state, tab, jobs, desk }, tab, { on: 'input', type: 'shown' })
  return step(shown.state, ...left.effects, ...shown.effects, ...known.effects)
}

function remember<L extends ScreenList>(state: State<L>, remembered: Remembered): Step<State<L>, AppEffect> {
  return step({ ...state, remembered }, { on: 'app', type: 'keep-remembered', remembered })
}

/**
 * The edge between the app and a screen, and the only place that vouches for types: the name picks the record, and with it the state
 * that this record made before; what comes back is put under the same name.
 * @throws Error for a name that no screen has, and for an effect of another screen: bugs
 */
function deliver<L extends ScreenList>(
  screens: L,
  state: State<L>,
  to: string,
  event: Addressed | ScreenInput<string>,
): AppStep<L> {
  const screen = screenNamed(screens, to)
  const name: NameOf<L> = screen.name
  const before: unknown = state.screens[name]
  const { state: after, effects } = screen.update(before, event, factsOf(screens, state, name))
  const stray = effects.find(({ on }) => on !== 'app' && on !== name)
  if (stray !== undefined) throw new Error(`${name} asked for ${stray.type} of ${stray.on}`)
  const own = after === before ? state.screens : { ...state.screens, [name]: after }
  return {
    state: { ...state, screens: own },
    effects: effects as readonly (AppEffect | EffectOf<L>)[],
  }
}

function deliverToAll<L extends ScreenList>(screens: L, state: State<L>, input: ScreenInput<string>): AppStep<L> {
  return screens.reduce<AppStep<L>>((before, { name }) => {
    const after = deliver(screens, before.state, name, input)
    return step(after.state, ...before.effects, ...after.effects)
  }, step(state))
}
