/** Options that every command takes, with the values that completion offers. */
export const GLOBAL_OPTIONS = [
  { flags: '--json', description: "print the API's JSON instead of tables" },
  { flags: '--api <url>', description: 'use a server that speaks the API instead of the embedded service' },
  { flags: '--network <name>', description: 'sandbox or live', values: ['sandbox', 'live'] },
  { flags: '--sandbox', description: 'short for --network sandbox' },
  { flags: '--home <dir>', description: 'folder of store files and settings' },
  { flags: '--sandbox-speed <n>', description: 'how many times faster sandbox swaps settle' },
  { flags: '--sandbox-seed <n>', description: 'seed of sandbox prices' },
  { flags: '--color', description: 'use colour always' },
  { flags: '--no-color', description: 'use no colour' },
  { flags: '--quiet', description: 'print no remarks' },
] as const

/** Any setting, for one run; may be given several times. */
export const SET_OPTION = {
  flags: '--set <key=value>',
  description: 'a setting for this run, by its key (see swapcli config --help); may be repeated',
} as const
