/** A name, an IPv4 address or an IPv6 one in brackets, with or without a port. */
const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i
/** Longest name of the DNS, with a port. */
const MOST_LENGTH = 260
const MOST_PORT = 65_535

/** True for a value of the Host header: `swaps.example`, `127.0.0.1:8787`, `[::1]:8787`. */
export function isHostValue(text: string): boolean {
  const [found, , , port = '1'] = (text.length <= MOST_LENGTH ? HOST.exec(text) : undefined) ?? []
  return found !== undefined && Number(port) >= 1 && Number(port) <= MOST_PORT
}
