import { parentPort, workerData } from 'node:worker_threads'
import { answerFromThread } from '../jobs/own-thread.ts'
import { decodeText, parseCsv } from './csv.ts'
import type { SheetFile } from './sheet-reader.ts'
import { readXlsx } from './xlsx-reader.ts'

const { bytes, kind, maxRows } = workerData as SheetFile
const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

await answerFromThread(
  (answer) => parentPort!.postMessage(answer),
  async () => {
    const cells = kind === 'xlsx' ? await readXlsx(given, maxRows) : parseCsv(decodeText(given), maxRows + 1)
    return cells.map((row) => row.map((cell) => cell.trim()))
  },
)
