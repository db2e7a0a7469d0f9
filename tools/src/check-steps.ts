import { consoleDist, describeSize, isOver, measureBuild } from './bundle-budget.ts'
import { deadCodeRuns } from './rules/dead-code.ts'
import { programOf, runNode } from './run-command.ts'
import { asOneTest, type Step, together } from './step.ts'
import { checkTypes } from './type-check.ts'
import { runVitest } from './vitest-run.ts'

/** The steps that only read the sources. */
export const sourceSteps: Step[] = [
  { name: 'format', run: async () => asOneTest(await runNode([programOf('@biomejs/biome', 'biome'), 'format', '.'])) },
  { name: 'lint', run: async () => asOneTest(await runNode([programOf('oxlint')])) },
  { name: 'import rules', run: async () => asOneTest(await runNode(['tools/src/rules/import-rules.ts'])) },
  { name: 'citations', run: async () => asOneTest(await runNode(['tools/src/rules/citations.ts'])) },
  {
    name: 'dead code',
    run: async () => together((await Promise.all(deadCodeRuns.map((args) => runNode(args)))).map(asOneTest)),
  },
  { name: 'types', run: checkTypes },
]

/** The two vitest projects that need neither a database nor a browser. */
export const fastTests: Step = { name: 'fast tests', run: () => runVitest(['fast', 'console']) }

export const bundleBudget: Step = {
  name: 'bundle size',
  run: () => {
    const sizes = measureBuild(consoleDist)
    const code = sizes && !sizes.some(isOver) ? 0 : 1
    return Promise.resolve(
      asOneTest({ code, output: sizes?.map(describeSize).join('\n') ?? 'the console is not built' }),
    )
  },
}
