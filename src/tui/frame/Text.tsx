import { Text as InkText, type TextProps } from 'ink'
import { Children, Fragment, isValidElement, type ReactNode } from 'react'
import { cleanText } from '../../core/text/clean-text.ts'

/**
 * The only component by which Ink writes strings (the linter holds that): whatever stands in them, no more than its looks
 * acts on the terminal. Ink itself passes escape codes through.
 */
export function Text({ children, ...looks }: TextProps) {
  return <InkText {...looks}>{clean(children)}</InkText>
}

function clean(children: ReactNode): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return cleanText(child, Infinity)
    return isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? clean(child.props.children)
      : child
  })
}
