/** A name, an IPv4 address or an IPv6 one in brackets, with or without a port. */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i
/** Longest name of the DNS, with a port. */
const MOST_LENGTH = 260

/** True for a value of the Host header: `swaps.example`, `127.0.0.1:8787`, `[::1]:8787`. */
export function isHostValue(text: string): boolean {
  return text.length <= MOST_LENGTH && HOST.test(text)
}
