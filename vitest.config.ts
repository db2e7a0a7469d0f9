import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const neverTests = ['**/node_modules/**', '**/dist/**', '.runtime/**', 'data/**', '.tmp/**']

/** jsdom lacks what antd asks of a browser (matchMedia, ResizeObserver): the console supplies it in this file. */
const consoleSetup = 'apps/console/src/test-setup.ts'

/** Far more than any test needs, also where four runs share two slow cores: what else runs on the machine must not decide. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 25_000 } } }

/**
 * Files share a process: loading the libraries and the environment for each of them anew was four fifths of the console's
 * tests. Each begins with fresh modules of ours all the same.
 */
const together = { isolate: false, setupFiles: ['testing/src/programs/vitest-own-modules.ts'] }

/** The process tests that need no browser. */
const processTests = 'testing/e2e/{start*,backup,demo,*-kill*}.test.ts'

interface BrowserTests {
  include: string[]
  exclude: string[]
  /** What its files find before they begin, beside the browser and the compiled programs. */
  globalSetup?: string[]
  groupOrder: number
}

/** One server and one browser, which its files share one after the other: they count the rows of the one and open the other's tabs. */
function browserTests(name: string, { include, exclude, globalSetup = [], groupOrder }: BrowserTests) {
  return {
    test: {
      name,
      environment: 'node' as const,
      include,
      exclude: [...neverTests, ...exclude],
      globalSetup: [
        'testing/src/programs/vitest-programs.ts',
        'testing/src/programs/vitest-browser.ts',
        ...globalSetup,
      ],
      ...patience,
      fileParallelism: false,
      isolate: false,
      sequence: { groupOrder },
    },
  }
}

/**
 * Three speeds and the console (CONTRIBUTING.md, Tests): `fast` touches nothing outside the process, `db` gets a real
 * PostgreSQL, `process`, `e2e` and `statements` start the whole process, the latter two with a browser. Pick one with
 * `vitest run --project fast`.
 */
export default defineConfig({
  test: {
    // The runner would leave one of two cores to a person at the machine; most tests wait more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'fast',
          environment: 'node',
          include: [
            '{packages,tools}/**/*.test.ts',
            'apps/{server,simulator}/**/*.test.ts',
            'testing/src/**/*.test.ts',
          ],
          exclude: [...neverTests, '**/*.db.test.ts'],
          ...patience,
          ...together,
        },
      },
      {
        test: {
          name: 'console',
          environment: 'jsdom',
          include: ['apps/console/**/*.test.{ts,tsx}'],
          exclude: neverTests,
          ...together,
          setupFiles: [...together.setupFiles, ...(existsSync(consoleSetup) ? [consoleSetup] : [])],
          ...patience,
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: ['**/*.db.test.ts'],
          exclude: neverTests,
          globalSetup: ['testing/src/programs/vitest-postgres.ts'],
          ...patience,
          ...together,
          setupFiles: [...together.setupFiles, 'testing/src/programs/vitest-statements.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'process',
          environment: 'node',
          include: [processTests],
          exclude: neverTests,
          globalSetup: ['testing/src/programs/vitest-programs.ts'],
          ...patience,
          // They start programs and wait for them; each file has its own.
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      browserTests('e2e', { include: ['testing/e2e/*.test.ts'], exclude: [processTests], groupOrder: 3 }),
      browserTests('statements', {
        include: ['testing/e2e/console/*.test.ts'],
        exclude: [],
        globalSetup: ['testing/src/programs/vitest-stage.ts'],
        groupOrder: 4,
      }),
    ],
  },
})
