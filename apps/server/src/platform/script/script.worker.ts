import { type MessagePort, workerData } from 'node:worker_threads'
import { Sandbox } from './sandbox.ts'
import type { FromScripts, ScriptOrder } from './script.messages.ts'

/** Scripts that are kept ready, the last used at the end. */
const READY = 16
const ready = new Map<string, Sandbox>()

const port = workerData as MessagePort

// What a script calls local time is UTC, wherever the server stands.
const date = Date.prototype as unknown as Record<string, unknown>
for (const name of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  date[`get${name}`] = date[`getUTC${name}`]
}
date['getTimezoneOffset'] = () => 0

async function answerTo({ source, input }: ScriptOrder): Promise<FromScripts> {
  const known = ready.get(source)
  ready.delete(source)
  const sandbox = known ?? (await Sandbox.of(source))
  if (!(sandbox instanceof Sandbox)) return { answer: null, ...sandbox }
  const ran = input === undefined ? { answer: null, lines: [] } : sandbox.run(input)
  if (!sandbox.spent) ready.set(source, sandbox)
  const [oldest] = ready.keys()
  if (ready.size > READY && oldest !== undefined) ready.delete(oldest)
  return { answer: null, ...ran }
}

port.on('message', (order: ScriptOrder) => void answerTo(order).then((answer) => port.postMessage(answer)))
// The first run of all is the slowest: it is nobody's.
await answerTo({
  source: 'function decodeUplink() { return {} }',
  input: { bytes: new Uint8Array(1), topic: '', receivedAt: 0 },
})
port.postMessage('ready' satisfies FromScripts)
