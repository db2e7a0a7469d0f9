import { MessageChannel, Worker } from 'node:worker_threads'
import { ScriptRunner } from '@sluice/server/src/platform/script/script-runner.ts'
import { answer } from '../child.ts'

const SOURCE = `function decodeUplink({ bytes, receivedAt }) {
  const word = (at) => (bytes[at] << 8) | bytes[at + 1]
  const values = { flow: word(0) / 100, outletPressure: word(2) / 1000, totalVolume: word(4) * 65536 + word(6) }
  return { telemetry: { ts: receivedAt, values: { ...values, batteryV: bytes[8] / 10 } } }
}`
const input = { bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 36), topic: 'v1/devices/me/telemetry', receivedAt: 0 }

const runner = new ScriptRunner({
  elapsed: () => performance.now(),
  onFailure: (error) => process.stderr.write(String(error)),
})
const { port1, port2 } = new MessageChannel()
const echo = new Worker(
  `const { workerData: port } = require('node:worker_threads'); port.on('message', (said) => port.postMessage(said))`,
  { eval: true, workerData: port2, transferList: [port2] },
)
const trip = () =>
  new Promise<void>((resolve) => {
    port1.once('message', () => resolve())
    port1.postMessage({ source: SOURCE, input })
  })

/** ns of one call, one after the other for a while. */
async function nsOf(call: () => Promise<unknown>, ms: number): Promise<number> {
  const started = performance.now()
  let calls = 0
  for (; performance.now() - started < ms; calls++) await call()
  return ((performance.now() - started) * 1e6) / calls
}

export const calls = {
  round: async ({ ms }: { ms: number }) => ({
    trip: await nsOf(trip, ms),
    run: await nsOf(() => runner.run('bench', SOURCE, input), ms),
  }),
  stop: async (_: null) => {
    port1.close()
    await Promise.all([echo.terminate(), runner.close()])
  },
}

answer(calls)
