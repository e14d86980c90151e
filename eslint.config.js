import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/** Node 20 collects such a signal where only AbortSignal.any holds it, and it never aborts. */
const TIMEOUT_SIGNAL = {
  selector: 'MemberExpression[object.name="AbortSignal"][property.name="timeout"]',
  message: 'Take a deadline of core/deadline.ts: its timer holds it.',
}

/** Style rules the compiler does not see. Layout is prettier's; import directions are test/imports.test.ts's. */
export default tseslint.config(
  // The programs of generated clients are compiled by their test, with what is generated.
  { ignores: ['dist/', 'dist-*/', 'node_modules/', 'coverage/', '.cache/', 'test/clients/programs/'] },
  js.configs.recommended,
  {
    // It runs in browsers.
    files: ['src/data/docs.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['document', 'location', 'performance', 'fetch', 'Element', 'Event'],
          ...['AbortController', 'IntersectionObserver', 'TextDecoderStream', 'URLSearchParams'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['bin/*.cjs'],
    languageOptions: { globals: { process: 'readonly' } },
  },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    // One program for all files: the service of editors takes a quarter longer.
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', TIMEOUT_SIGNAL],
    },
  },
  {
    files: [
      'src/core/**',
      'src/providers/**',
      'src/sandbox/**',
      'src/store/**',
      'src/service/**',
      'src/client/**',
      'src/server/**',
      'src/tui/**',
      'src/wallet/**',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Only bin, cli/main.ts and io may touch the process: take it as an argument.' },
        { name: 'console', message: 'Only cli/output.ts prints.' },
        { name: 'fetch', message: 'Take http from the context.' },
        { name: 'setTimeout', message: 'Take the clock as an argument.' },
        { name: 'setInterval', message: 'Take the clock as an argument.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the clock as an argument.' },
        { object: 'Math', property: 'random', message: 'Take ids or a seed as an argument.' },
      ],
    },
  },
  {
    // Keys, actions, modes and events of the screens are unions: a default would swallow a new one without a word.
    files: ['src/tui/**'],
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: false },
      ],
    },
  },
  {
    // Ink passes escape codes through: only our Text hands it strings, cleaned.
    files: ['src/tui/**'],
    ignores: ['src/tui/frame/Text.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'ink',
          allowImportNames: ['Box', 'render', 'useInput'],
          message: 'Take Text from tui/frame/Text.tsx: it cleans what it shows.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        TIMEOUT_SIGNAL,
        { selector: 'JSXIdentifier[name=/^ink-/]', message: 'Only Ink itself makes these.' },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
