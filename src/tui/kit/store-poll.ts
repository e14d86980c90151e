/** Time between two readings of a store that other programs write into too, in milliseconds. */
export const STORE_POLL_MS = 5000
