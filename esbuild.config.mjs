// Builds dist: the bundled command line (dist/js), the library (dist/lib, dependencies left outside) and the data files.
import { build } from 'esbuild'
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
// Built beside and then moved, so that a running program never sees half a build.
const out = await mkdtemp(join(root, 'dist-'))

// zod carries its messages in fifty languages, of which only the English ones are used: 0.4 MB that every start would parse.
const onlyEnglish = {
  name: 'only-english',
  setup: (builder) => {
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
      loader: 'js',
    }))
  },
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  splitting: true,
  jsx: 'automatic',
  plugins: [onlyEnglish],
  legalComments: 'none',
  logLevel: 'warning',
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    __SWAPCLI_VERSION__: JSON.stringify(version),
  },
}

try {
  await Promise.all([
    build({
      ...shared,
      entryPoints: { main: 'src/cli/main.ts' },
      outdir: join(out, 'js'),
      chunkNames: '[name]-[hash]',
      minifySyntax: true,
      minifyWhitespace: true,
      // React's developer tools are reached only where DEV is set, which the define below rules out.
      external: ['libsql', 'react-devtools-core'],
      banner: {
        js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
      },
    }),
    build({
      ...shared,
      entryPoints: { index: 'src/index.ts' },
      outdir: join(out, 'lib'),
      chunkNames: '[name]-[hash]',
      packages: 'external',
    }),
    cp(join(root, 'src/data'), join(out, 'data'), { recursive: true }),
  ])
  await rename(join(root, 'dist'), `${out}-old`).catch(() => undefined)
  await rename(out, join(root, 'dist'))
} finally {
  await rm(out, { recursive: true, force: true })
  await rm(`${out}-old`, { recursive: true, force: true })
}
