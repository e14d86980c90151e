/**
 * What is known of how far a terminal has got. It answers a status request (DSR) once it has worked off all that was written
 * before it: only then has it drawn that, however slow or stopped the way to it is.
 */
export interface StatusRequests {
  /** Sends one. @returns its number */
  readonly send: () => number
  /** The terminal has answered one. */
  readonly receive: () => void
  /** True once the request of this number is answered. */
  readonly isAnswered: (request: number) => boolean
  /** True while an answer may come. */
  readonly isOpen: () => boolean
  /** True where the terminal is known to answer. */
  readonly areAnswered: () => boolean
  /** Waits for no answer to what was sent: some were lost. */
  readonly forget: () => void
  /** The same, and the terminal is not known to answer until it does. */
  readonly giveUp: () => void
}

/** @param write sends a request to the terminal */
export function createStatusRequests(write: () => void): StatusRequests {
  let [sent, answered] = [0, 0]
  let areAnswered = false
  const forget = () => {
    answered = sent
  }
  return {
    send: () => {
      sent += 1
      write()
      return sent
    },
    receive: () => {
      areAnswered = true
      answered = Math.min(answered + 1, sent)
    },
    isAnswered: (request) => answered >= request,
    isOpen: () => sent > answered,
    areAnswered: () => areAnswered,
    forget,
    giveUp: () => {
      areAnswered = false
      forget()
    },
  }
}
