/** The successor of the Swap API, whose paths begin with /v1. */
export const V1_URL = 'https://api.across.to'
