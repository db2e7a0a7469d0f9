import { readFileSync } from 'node:fs'
import { messagePage } from '@sluice/contract'
import { type LoggedFrame, readLog, vectorOf } from './conversation.ts'

const USAGE = `usage: vector FILE > vector.json
       vector --device ID [--from TIME] [--to TIME] URL > vector.json   (the key of the API in SLUICE_API_KEY)
FILE is the download of the byte log: a line for each frame. The vector has the bytes as they were, passwords included.
`
const PAGE = 100

/** The messages of one device, oldest first, from the API of a running server. */
async function messagesOf(url: string, query: Record<string, string>, key: string): Promise<LoggedFrame[]> {
  const frames: LoggedFrame[] = []
  for (let page = 1; ; page++) {
    const asked = new URLSearchParams({ ...query, order: 'asc', page: String(page), limit: String(PAGE) })
    const answer = await fetch(new URL(`${messagePage.path}?${asked}`, url), { headers: { 'x-api-key': key } })
    const { code, message, data } = (await answer.json()) as { code: number; message: string; data: unknown }
    if (code !== 0) throw new Error(`the server refuses: ${message}`)
    const { list, total } = messagePage.output.parse(data)
    for (const { protocol, direction, hex, ts } of list) frames.push({ protocol, direction, hex, at: Date.parse(ts) })
    if (list.length === 0 || frames.length >= total) return frames
  }
}

function optionsIn(args: readonly string[]): { query: Record<string, string>; rest: string[] } {
  const names: Readonly<Record<string, string>> = { '--device': 'deviceId', '--from': 'startTime', '--to': 'endTime' }
  const query: Record<string, string> = {}
  const rest: string[] = []
  for (let at = 0; at < args.length; at++) {
    const name = names[args[at]!]
    if (name === undefined) rest.push(args[at]!)
    else query[name] = args[++at] ?? ''
  }
  return { query, rest }
}

async function main(args: readonly string[]): Promise<void> {
  const { query, rest } = optionsIn(args)
  const [source] = rest
  if (source === undefined) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  try {
    const frames = query['deviceId']
      ? await messagesOf(source, query, process.env['SLUICE_API_KEY'] ?? '')
      : readLog(readFileSync(source, 'utf8'))
    process.stdout.write(`${JSON.stringify(vectorOf(frames), null, 2)}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}

await main(process.argv.slice(2))
