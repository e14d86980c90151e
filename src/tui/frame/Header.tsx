import { Box } from 'ink'
import type { ScreenList } from '../screen.ts'
import type { State } from '../state.ts'
import { cutText, textWidth } from '../kit/text/text-fit.ts'
import { Tone } from '../kit/components/Tone.tsx'
import { Text } from '../kit/components/Text.tsx'

/** The tabs, and where the program works. */
export function Header({ screens, state }: { readonly screens: ScreenList; readonly state: State }) {
  const tabs = screens.map(({ name, title }, index) => ({ tab: name, label: `${index + 1} ${title}` }))
  const used = 1 + tabs.reduce((sum, { label }) => sum + textWidth(label) + 3, 0)
  const place = placeText(state, state.size.columns - used)
  return (
    <Box width={state.size.columns} height={1} justifyContent="space-between">
      <Text wrap="truncate-end">
        {tabs.map(({ tab, label }) => (
          <Tone key={tab} role={tab === state.tab ? 'accent' : 'dim'}>
            {tab === state.tab ? `[${label}]` : ` ${label} `}{' '}
          </Tone>
        ))}
      </Text>
      <Tone role={state.place.network === 'live' ? 'warn' : 'good'}>{place}</Tone>
    </Box>
  )
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
