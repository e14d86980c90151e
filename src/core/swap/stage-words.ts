/** What a stage means for a person who waits. */
export const STAGE_WORDS: Readonly<Record<string, string>> = {
  awaiting_deposit: 'waiting for the payment',
  confirming: 'the source chain is confirming the payment',
  swapping: 'swapping',
  paying_out: 'paying out',
  done: 'done',
}
