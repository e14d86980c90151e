declare const __SWAPCLI_VERSION__: string | undefined

/** Version of this program; `0.0.0-source` when it runs unbuilt. */
export const VERSION = typeof __SWAPCLI_VERSION__ === 'string' ? __SWAPCLI_VERSION__ : '0.0.0-source'
