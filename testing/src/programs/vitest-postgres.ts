import { startTestCluster } from '../platform/database.ts'

/** Vitest's `globalSetup`: one PostgreSQL for all test files, stopped after the last one, whatever their results. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  return cluster.stop
}
