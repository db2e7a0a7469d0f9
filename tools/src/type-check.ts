import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { programOf, root, runNode } from './run-command.ts'
import { asOneTest, type StepResult } from './step.ts'

/** Every tsconfig of the repository: one per workspace, and the one for tests. */
function projects(): string[] {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  const configs = [...workspaces, 'testing', 'tools'].map((folder) => `${folder}/tsconfig.json`)
  return ['tsconfig.test.json', ...configs].filter((config) => existsSync(join(root, config)))
}

/** Each project has its own globals (no DOM in the server, no Node in the packages), so each is compiled alone. */
export async function checkTypes(): Promise<StepResult> {
  const compiler = programOf('typescript', 'tsc')
  const waiting = projects()
  const complaints: string[] = []
  const work = async (): Promise<void> => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      const { code, output } = await runNode([compiler, '--noEmit', '--pretty', 'false', '-p', project])
      if (code !== 0) complaints.push(`${project}\n${output}`)
    }
  }
  await Promise.all([work(), work()])
  return asOneTest({ code: complaints.length > 0 ? 1 : 0, output: complaints.join('\n') })
}
