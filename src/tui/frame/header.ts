import { cutRow, rowWidth, type Row } from '../kit/text/rows.ts'
import { cutText, textWidth } from '../kit/text/text-fit.ts'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'

/** The tabs, and where the program works. */
export function headerRow(screens: ScreenList, state: State): Row {
  const { columns } = state.size
  const tabs = screens.map(({ name, title }, index): Row[number] => {
    const label = `${index + 1} ${title}`
    return name === state.tab ? { text: `[${label}] `, role: 'accent' } : { text: ` ${label}  `, role: 'dim' }
  })
  const used = rowWidth(tabs) + 1
  const place = placeText(state, columns - used)
  const shown = cutRow(tabs, columns - textWidth(place))
  const space = ' '.repeat(Math.max(0, columns - rowWidth(shown) - textWidth(place)))
  return [...shown, { text: space }, { text: place, role: state.place.network === 'live' ? 'warn' : 'good' }]
}

/** The longest way to say it that fits. */
function placeText({ place }: State, room: number): string {
  const { network, api } = place
  const says =
    api !== undefined
      ? [api, api.replace(/^https?:\/\//, ''), 'server']
      : network === 'live'
        ? ['LIVE']
        : ['sandbox (paper)', 'sandbox']
  return says.find((text) => textWidth(text) <= room) ?? cutText(says.at(-1) ?? '', Math.max(0, room))
}
