import { type MessageCall, Reverted, type Session } from './session.ts'
import { keys } from './state.ts'

/*
 * Runs the little code that the wallet lends to addresses while it asks: its reader of coins, and the series that stands in where a node
 * has no eth_simulateV1. Only what these use is known; anything else is an invalid opcode.
 */

const WORD = 32
const MASK = 2n ** 256n - 1n
/** Gas of a step, so that code can count what a call uses. */
const STEP_GAS = 3

/** @param call makes a call of its own @throws Reverted */
export function runBytecode(
  code: string,
  { from, to, data, value: _value }: MessageCall,
  session: Session,
  call: (call: MessageCall) => string,
): string {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const input = Buffer.from(data.slice(2), 'hex')
  const stack: bigint[] = []
  let memory = Buffer.alloc(0)
  let returned = Buffer.alloc(0)
  const pop = (): bigint => {
    const value = stack.pop()
    if (value === undefined) throw new Reverted('0x')
    return value
  }
  const popSize = () => Number(pop())
  const push = (value: bigint) => stack.push(value & MASK)
  const grow = (end: number) => {
    if (memory.length < end) memory = Buffer.concat([memory, Buffer.alloc(end - memory.length)])
  }
  const slice = (start: number, length: number) => {
    grow(start + length)
    return memory.subarray(start, start + length)
  }
  const store = (start: number, part: Uint8Array) => {
    grow(start + part.length)
    memory.set(part, start)
  }
  const makeCall = (hasValue: boolean) => {
    pop()
    const target = pop()
    const value = hasValue ? pop() : 0n
    const [start, length, outStart, outLength] = [popSize(), popSize(), popSize(), popSize()]
    const inner = `0x${slice(start, length).toString('hex')}`
    const mark = session.mark()
    try {
      returned = Buffer.from(call({ from: to, to: toAddress(target), data: inner, value }).slice(2), 'hex')
      push(1n)
    } catch (error) {
      if (!(error instanceof Reverted)) throw error
      session.undo(mark)
      returned = Buffer.from(error.data.slice(2), 'hex')
      push(0n)
    }
    store(outStart, returned.subarray(0, outLength))
  }
  for (let at = 0; at < bytes.length; at += 1) {
    const op = bytes[at] ?? 0
    session.gasUsed += STEP_GAS
    if (op >= 0x60 && op <= 0x7f) {
      const size = op - 0x5f
      push(BigInt(`0x${bytes.subarray(at + 1, at + 1 + size).toString('hex') || '0'}`))
      at += size
      continue
    }
    switch (op) {
      case 0x00:
        return '0x'
      case 0x03:
        push(pop() - pop())
        break
      case 0x10:
        push(pop() < pop() ? 1n : 0n)
        break
      case 0x14:
        push(pop() === pop() ? 1n : 0n)
        break
      case 0x16:
        push(pop() & pop())
        break
      case 0x30:
        push(BigInt(to))
        break
      case 0x31:
        push(session.read(keys.coin(toAddress(pop()))))
        break
      case 0x33:
        push(BigInt(from))
        break
      case 0x35: {
        const start = popSize()
        const part = input.subarray(start, start + WORD).toString('hex')
        push(BigInt(`0x${part.padEnd(64, '0')}`))
        break
      }
      case 0x36:
        push(BigInt(input.length))
        break
      case 0x39: {
        const [into, start, length] = [popSize(), popSize(), popSize()]
        store(into, bytes.subarray(start, start + length))
        break
      }
      case 0x3a:
        push(session.gasPrice)
        break
      case 0x3d:
        push(BigInt(returned.length))
        break
      case 0x3e: {
        const [into, start, length] = [popSize(), popSize(), popSize()]
        store(into, returned.subarray(start, start + length))
        break
      }
      case 0x52: {
        const [into, value] = [popSize(), pop()]
        store(into, Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
        break
      }
      case 0x57: {
        const [target, condition] = [popSize(), pop()]
        if (condition !== 0n) at = target
        break
      }
      case 0x5a:
        push(BigInt(1_000_000_000 - session.gasUsed))
        break
      case 0x5b:
        break
      case 0x80:
        push(stack.at(-1) ?? 0n)
        break
      case 0x90: {
        const [top, next] = [pop(), pop()]
        stack.push(top, next)
        break
      }
      case 0xf1:
        makeCall(true)
        break
      case 0xfa:
        makeCall(false)
        break
      case 0xf3: {
        const [start, length] = [popSize(), popSize()]
        return `0x${slice(start, length).toString('hex')}`
      }
      case 0xfd: {
        const [start, length] = [popSize(), popSize()]
        throw new Reverted(`0x${slice(start, length).toString('hex')}`)
      }
      default:
        throw new Error(`the simulated chain does not know the opcode 0x${op.toString(16)}`)
    }
  }
  return '0x'
}

function toAddress(value: bigint): string {
  return `0x${(value & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`
}
