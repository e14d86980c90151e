/** What ends the state of a store that is an unfinished copy of another one, and that nobody opens. */
export const UNFINISHED_COPY_HINT =
  'Run the same swapcli store copy FROM TO again: it goes on where it was. Or remove this one, and begin anew'
