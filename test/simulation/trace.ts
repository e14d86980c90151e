/* What a person reads of a seed. */

/** What the lines of a trace mean, printed before them. */
export const LEGEND = `How to read it
  12.345            seconds since the start, by a clock that is right; those of the machines may not be
  home/swap 3       a process, swapcli swap, on the user's machine, home; "ends" is how it ended and what it said of the funds
  home/serve 1      swapcli serve: a server on its own machine (server), or a tracker beside the commands (home)
  run 1             what home keeps of a swap; quoted > locking > locked > executing > executed > signed > sent > tracked > final are
                    its steps; each -ing is on disk before it is done, so is signed, and tracked is followed by the service
  transaction 1     what the service keeps of the same swap
  0x0a82074f        the first digits of the hash of signed bytes; call is the payment, approve comes before it
  chain:            what happens on the chain, of which alpha, beta and gamma are nodes
  TROUBLE           what goes wrong now, outside of the program
  KILL              a process ends between two of its acts; "before X": X is not done, "before it hears of X": X is done
  ALL IS WELL       from here on nothing goes wrong: each run has to end, or to say what is missing
`

/** Gives what has a long id a short name, in the order in which they come. @param addresses names of addresses */
export function createReader(addresses: Readonly<Record<string, string>>): (line: string) => string {
  const names = new Map(Object.entries(addresses).map(([address, name]) => [address.toLowerCase(), name]))
  const counts = new Map<string, number>()
  return (line) =>
    line
      .replace(/\brun (?=run_)/g, '')
      .replace(/\b(run|tx|lock)_[0-9a-z]{26}\b/g, (id, kind: string) => {
        const known = names.get(id)
        if (known !== undefined) return known
        const number = (counts.get(kind) ?? 0) + 1
        counts.set(kind, number)
        const name = `${kind === 'tx' ? 'transaction' : kind} ${number}`
        names.set(id, name)
        return name
      })
      .replace(/0x[0-9a-fA-F]{40,64}/g, (hex) => names.get(hex.toLowerCase()) ?? hex.slice(0, 10))
      .replace(/\/look (?=[0-9])/g, '/history ')
}
