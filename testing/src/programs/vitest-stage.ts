import type { TestProject } from 'vitest/node'
import { type ActorFacts, makeActors } from '../platform/actors.ts'
import { startConsoleServer } from '../browser/console-driver.ts'

/** One server with its users, shared by all files that leave the platform as they found it. */
export interface SharedStage {
  url: string
  sl651Port: number
  actors: ActorFacts
}

declare module 'vitest' {
  interface ProvidedContext {
    stage: SharedStage
  }
}

/** Vitest's `globalSetup` of the tests on one stage: it is there before the first test's time limit starts. */
export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const { url, sl651Port, stop } = await startConsoleServer()
  try {
    project.provide('stage', { url, sl651Port, actors: await makeActors(url) })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
