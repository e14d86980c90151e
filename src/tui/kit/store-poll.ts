/** Time between two readings of what is looked at, in milliseconds: other programs write into the same store. */
export const READ_MS = 5000
