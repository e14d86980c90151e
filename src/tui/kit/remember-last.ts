/**
 * The same function, which gives what it gave last where it is called with the same: for what is asked many times of one state,
 * and goes through thousands of rows. @param make depends on nothing but its arguments, which are compared by identity
 */
export function rememberLast<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly made: R } | undefined
  return (...args) => {
    const known = last
    if (known !== undefined && args.every((value, at) => Object.is(value, known.args[at]))) return known.made
    const made = make(...args)
    last = { args, made }
    return made
  }
}
