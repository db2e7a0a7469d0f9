import { deflateRawSync } from 'node:zlib'
import { deviceResource, resourcePath } from '@sluice/contract'
import { headersOf, signIn } from '../../sign-in.ts'

const LEVELS = 200_000
const SHEET_MARKS = 16_000_000
const LOOPS = 4
const PATIENCE_MS = 15_000

/** A workbook of 48 kB whose one sheet unpacks to 48 MB of elements that open and never close. */
function bombWorkbook(): Buffer {
  const relation = '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>'
  return zipOf({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="s" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relation,
    'xl/worksheets/s.xml': '<a>'.repeat(SHEET_MARKS),
  })
}

/** Only what a reader needs of a ZIP file: offsets, names and packed sizes (APPNOTE 4.3). */
function zipOf(parts: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const [head, entry] = [Buffer.alloc(30), Buffer.alloc(46)]
    head.writeUInt32LE(0x0403_4b50)
    head.writeUInt16LE(name.length, 26)
    entry.writeUInt32LE(0x0201_4b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    local.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

/** Counts the uploads of that time, by kind and status of the answer (`none`: there was none). */
export async function uploadBombs(url: string, password: string, seconds: number): Promise<Record<string, number>> {
  const visitor = await signIn(url, 'admin', password)
  const headers = { ...headersOf(visitor), 'content-type': 'application/json' }
  const bomb = JSON.stringify({ file: bombWorkbook().toString('base64'), name: 'devices.xlsx', commit: true })
  const deep = '['.repeat(LEVELS) + ']'.repeat(LEVELS)
  const until = performance.now() + seconds * 1000
  const counts: Record<string, number> = {}
  const loop = async (kind: string, verb: 'import' | 'insert', body: string) => {
    while (performance.now() < until) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const status = await fetch(url + resourcePath(deviceResource, verb), {
        method: 'POST',
        headers,
        body,
        signal,
      }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.status
        },
        () => 'none',
      )
      counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1
    }
  }
  await Promise.all(
    Array.from({ length: LOOPS }, () => [loop('bomb', 'import', bomb), loop('deep', 'insert', deep)]).flat(),
  )
  return counts
}
