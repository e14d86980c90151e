import { NETWORKS } from '../core/api/enums.ts'
import { defineOptions } from './command.ts'

/** Options that every command takes. */
export const GLOBAL_OPTIONS = defineOptions('Global options', {
  json: { kind: 'switch', description: "print the API's JSON instead of tables" },
  api: {
    kind: 'text',
    value: 'url',
    setting: 'api',
    description: 'use a server that speaks the API, not the embedded service',
  },
  network: {
    // The settings check it, wherever it comes from.
    kind: 'text',
    value: 'name',
    setting: 'network',
    suggestions: NETWORKS,
    description: 'sandbox or live',
  },
  sandbox: { kind: 'switch', description: 'short for --network sandbox' },
  store: {
    kind: 'text',
    value: 'url',
    setting: 'store',
    description: 'PostgreSQL database of the store, not a file: postgres://…; one with a password by SWAPCLI_STORE',
  },
  home: { kind: 'file', value: 'dir', description: 'folder of the store files and settings' },
  sandboxSpeed: {
    kind: 'text',
    value: 'n',
    setting: 'sandbox-speed',
    description: 'how many times faster sandbox swaps settle',
  },
  sandboxSeed: { kind: 'text', value: 'n', setting: 'sandbox-seed', description: 'seed of sandbox prices' },
  set: {
    kind: 'list',
    of: { kind: 'text' },
    commas: false,
    value: 'key=value',
    description: 'a setting for this run (keys: swapcli config --help); may be repeated',
  },
  color: {
    kind: 'on-off',
    description: 'print in colour, even into a file or pipe',
    offDescription: 'print without colour',
  },
  trace: {
    kind: 'switch',
    description: 'write every HTTP call and RPC on stderr, without keys (setting trace: a file)',
  },
  quiet: { kind: 'switch', description: 'print no remarks' },
})

/** Options that the program itself answers: flags and description. */
export const PROGRAM_OPTIONS = {
  version: ['-V, --version', 'print the version'],
  help: ['-h, --help', 'print the help'],
} as const
