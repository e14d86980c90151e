import type { Ids } from '../../src/core/ports.ts'
import { createFile, losePower, type SimulatedFile } from './disk.ts'
import type { Kernel, MachineClock, Process } from './kernel.ts'
import type { Random } from './random.ts'

/** A computer: a clock, the two files of a home, and processes. */
export interface Machine extends MachineClock {
  readonly name: string
  readonly files: Readonly<Record<FileName, SimulatedFile>>
  readonly running: Set<Process>
  /** What it keeps outside of the home, by name: no copy of the home holds it. */
  readonly state: Map<string, string>
  /** Takes a lock that ends with its process. @returns what releases it; undefined while another one has it */
  readonly take: (lock: string, process: Process) => (() => void) | undefined
}

/** The service's store, and the wallet's runs. */
export type FileName = 'store' | 'wallet'

export function createMachine(name: string): Machine {
  const holders = new Map<string, Process>()
  return {
    name,
    skewMs: 0,
    files: { store: createFile(), wallet: createFile() },
    running: new Set(),
    state: new Map(),
    take: (lock, process) => {
      if (holders.has(lock)) return undefined
      holders.set(lock, process)
      const release = () => {
        if (holders.get(lock) === process) holders.delete(lock)
      }
      process.onEnd(release)
      return release
    },
  }
}

/** Starts a process. */
export function startProcess(kernel: Kernel, machine: Machine, name: string): Process {
  const process = kernel.spawn(`${machine.name}/${name}`, machine)
  machine.running.add(process)
  process.onEnd(() => machine.running.delete(process))
  return process
}

/** Ends every process at once; what was not synced may be lost. */
export function cutPower(kernel: Kernel, machine: Machine, dice: Random): void {
  for (const process of [...machine.running]) process.kill('the power went')
  for (const [name, file] of Object.entries(machine.files)) {
    const lost = losePower(file, (count) => dice.below(count + 1))
    if (lost > 0) kernel.note(`${machine.name}: ${lost} commits of ${name} were not synced and are gone`)
  }
}

/** Ids that follow from the seed. */
export function createIds(random: Random): Ids {
  const letters = '0123456789abcdefghjkmnpqrstvwxyz'
  return { create: (prefix) => prefix + Array.from({ length: 26 }, () => letters[random.below(32)]).join('') }
}
