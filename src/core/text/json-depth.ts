/** Deepest accepted nesting: recursion over anything deeper may overflow the stack. */
const MAX_DEPTH = 64

/** True for JSON text nested more than 64 deep; does not parse it. */
export function isDeeplyNested(text: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === 92) at += 1
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}
