/*
 * The driver aborts the whole process where its thread is ended while it is within a call. A process that ends ends its
 * threads: before it does, it closes a gate of each, which no call passes any more, and waits for the call that is within.
 * Both sides look at one number of shared memory.
 */

/** Set while a call is within. */
const INSIDE = 1
/** Set once the process ends. */
const CLOSED = 2

/** Longest wait for the call that is within, in milliseconds: twice what one waits for the lock of another process. */
const MOST_WAIT_MS = 10_000

/** What both sides of a gate share. */
export type GateMemory = Int32Array<SharedArrayBuffer>

/** A gate as the thread has it that calls the driver. */
export interface DriverGate {
  /** Before a call, which may be part of another. Once the process ends it does not return: the thread waits for its end. */
  enter(): void
  /** After each call. */
  leave(): void
}

/** For a thread that ends with its process only between two calls, as the first one does. */
export const NO_GATE: DriverGate = { enter: () => undefined, leave: () => undefined }

/** Makes an open gate. */
export function createGate(): GateMemory {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** The gate as its thread has it. */
export function gateOf(memory: GateMemory): DriverGate {
  let depth = 0
  return {
    enter: () => {
      if (depth === 0) while (Atomics.compareExchange(memory, 0, 0, INSIDE) !== 0) Atomics.wait(memory, 0, CLOSED)
      depth += 1
    },
    leave: () => {
      depth -= 1
      if (depth > 0) return
      Atomics.and(memory, 0, ~INSIDE)
      Atomics.notify(memory, 0)
    },
  }
}

/** Closes a gate for good, and holds this thread until nothing is within. */
export function closeGate(memory: GateMemory): void {
  Atomics.or(memory, 0, CLOSED)
  Atomics.wait(memory, 0, INSIDE | CLOSED, MOST_WAIT_MS)
}
