// What `npm run check` looks for dead code in (docs/decisions/0029-dead-code.md). Two readings of the same sources:
//   as they are      files that nothing leads to, and exports that only their own file uses
//   --production     without the tests: code that nothing but a test calls

import type { KnipConfig } from 'knip'

const withoutTests = process.argv.includes('--production')

/** A `!` after a pattern keeps it for the run without the tests. */
const always = (...patterns: string[]): string[] => patterns.map((pattern) => `${pattern}!`)
const code = always('**/*.{ts,tsx,mjs}')
const madeForTests = always('!**/*.test.{ts,tsx}', '!**/*.fixture.{ts,tsx}', '!**/*.vectors.ts')
const project = withoutTests ? [...code, ...madeForTests] : code
const tests = '**/*.test.{ts,tsx}'

const config: KnipConfig = {
  // The exports of packages are checked like any other file: something outside must use them.
  includeEntryExports: true,
  // The tests may use a pure function that its own file calls; they may not be the only caller.
  ignoreExportsUsedInFile: withoutTests,
  workspaces: {
    '.': { entry: always('vitest.config.ts'), project: always('*.ts') },
    'packages/*': { entry: [tests], project },
    'apps/server': {
      entry: [
        ...always('src/entry/{main,admin,backup,restore}.ts', 'src/**/*.worker.ts'),
        'src/platform/postgres/supervisor.fixture.ts',
        tests,
      ],
      project,
    },
    'apps/simulator': { entry: [...always('src/main.ts'), tests], project },
    'apps/console': {
      entry: [...always('src/main.tsx', 'src/worker/shell.worker.ts', 'vite.config.ts'), 'src/test-setup.ts', tests],
      project,
    },
    // The harness exists for tests: what it uses of the product counts as used.
    testing: {
      entry: [...always('src/index.ts', 'src/programs/vitest-*.ts'), ...(withoutTests ? always('**/*.ts') : [tests])],
      project,
      includeEntryExports: !withoutTests,
    },
    tools: {
      entry: [
        ...always(
          'src/{app-icons,build,check,decode,dev,system-statements,test}.ts',
          'src/rules/{citations,import-rules}.ts',
          'src/picture/pictures.ts',
        ),
        ...always(
          'src/{bench,mutants}/main.ts',
          'src/acceptance/acceptance.ts',
          'src/conversation/{replay,vector}.ts',
          'src/texts/texts.ts',
          'src/**/*.process.ts',
        ),
        ...always('src/bench/gauge/memory-probe.ts', 'src/mutants/hits-setup.ts', 'bootstrap/run.mjs', '*.config.ts'),
        tests,
      ],
      project,
    },
  },
  ignoreIssues: {
    // Called by Vite, Vitest and knip themselves.
    'apps/console/vite.config.ts': ['exports'],
    'testing/src/programs/vitest-*.ts': ['exports'],
    'tools/knip.config.ts': ['exports'],
  },
  // Every entry is named above: nothing of the repository is run to find them.
  vite: false,
  vitest: false,
  typescript: false,
}

export default config
