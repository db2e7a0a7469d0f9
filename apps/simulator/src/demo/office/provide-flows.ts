import type { PlatformApi } from '../platform-api.ts'
import { DEMO_FLOWS, type DemoFlow } from './demo-flows.ts'

const REMARK = '演示数据（模拟器）'
const SAID = { approve: '同意，按计划办理。', reject: '先走两家比价。' }

interface Waiting {
  taskId: string
  version: number
  instanceId: string
}

/** Flows of the whole organisation, published, and what the signed-in administrator asked for by them; those that are there stay. */
export async function provideFlows(api: PlatformApi, deptId: string): Promise<void> {
  const known = new Set((await api.all('/flow/v1/definition/page')).map((row) => String(row['code'])))
  for (const flow of DEMO_FLOWS) if (!known.has(flow.code)) await provideFlow(api, deptId, flow)
}

async function provideFlow(api: PlatformApi, deptId: string, { model, requests, ...facts }: DemoFlow): Promise<void> {
  const { id } = (await api.post('/flow/v1/definition/insert', { ...facts, deptId })) as { id: string }
  const drawn = (await api.get('/flow/v1/definition/model', { id })) as { version: number }
  const { version } = (await api.post('/flow/v1/definition/save', { id, version: drawn.version, model })) as {
    version: number
  }
  const { versionNo } = (await api.post('/flow/v1/definition/publish', { id, version, note: REMARK })) as {
    versionNo: number
  }
  for (const [n, { values, decided }] of requests.entries()) {
    const { instanceId } = (await api.post('/flow/v1/instance/start', {
      definitionId: id,
      versionNo,
      values,
      chosen: {},
      idempotencyKey: `${facts.code}-${n + 1}`,
    })) as { instanceId: string }
    if (decided) await decide(api, instanceId, decided)
  }
}

/** Every step of a request is decided by whoever is signed in, as far as it waits for them. */
async function decide(api: PlatformApi, instanceId: string, how: 'approve' | 'reject'): Promise<void> {
  for (;;) {
    const { tasks } = (await api.get('/flow/v1/task/run')) as { tasks: Waiting[] }
    const task = tasks.find((one) => one.instanceId === instanceId)
    if (!task) return
    await api.post(`/flow/v1/task/${how}`, { taskId: task.taskId, version: task.version, comment: SAID[how] })
  }
}
