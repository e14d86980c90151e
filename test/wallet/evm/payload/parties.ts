/* Who takes part in the payloads of the tests, and when. */

export const NOW_MS = Date.parse('2026-01-15T12:00:00Z')
export const NOW_SEC = BigInt(NOW_MS / 1000)
export const ALICE = '0x1111111111111111111111111111111111111111'
export const BOB = '0x2222222222222222222222222222222222222222'
export const MALLORY = '0x6666666666666666666666666666666666666666'
export const BTC_BOB = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
