import { Text as InkText, type TextProps, Transform } from 'ink'
import { Children, Fragment, isValidElement, type ReactNode } from 'react'
import { cleanText } from '../../../core/text/clean-text.ts'

/**
 * The only component that puts strings on the screen (the linter holds that): whatever stands in them, no more than its looks acts on the terminal.
 * Ink itself passes escape codes through.
 */
export function Text({ children, ...looks }: TextProps) {
  return <InkText {...looks}>{clean(children)}</InkText>
}

/** A text that leads to a page, by OSC 8. */
export function Link({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const begin = `\u001B]8;;${cleanText(url, Infinity)}\u0007`
  return <Transform transform={(shown) => `${begin}${shown}\u001B]8;;\u0007`}>{children}</Transform>
}

function clean(children: ReactNode): ReactNode {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return cleanText(child, Infinity)
    return isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? clean(child.props.children)
      : child
  })
}
