import { fileURLToPath } from 'node:url'

/** Path of the built program: named here only, so that the lanes know who uses it. */
export const PROGRAM = fileURLToPath(new URL('../../bin/swapcli.cjs', import.meta.url))

/** Path of the same program, which makes key files in no time. */
export const QUICK_PROGRAM = fileURLToPath(new URL('quick-program.mjs', import.meta.url))

/** Path of the script that builds it, with what it is built from beside it. */
export const BUILD = fileURLToPath(new URL('../../esbuild.config.mjs', import.meta.url))

/** Folder of the library's files. */
export const LIBRARY_FILES = fileURLToPath(new URL('../../dist/lib', import.meta.url))

/** Folder of its files. */
export const PROGRAM_FILES = fileURLToPath(new URL('../../dist/js', import.meta.url))
