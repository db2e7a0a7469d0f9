import { deflateRawSync } from 'node:zlib'

/** A minimal workbook as other programs write them: stored or packed parts, shared strings, gaps. */
export function foreignWorkbook(parts: Record<string, string>): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(text)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x0403_4b50)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x0201_4b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    local.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

/** The parts that locate the only sheet: `xl/worksheets/s.xml`. */
export const BOOK = {
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="s" r:id="rId7"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="worksheets/s.xml"/></Relationships>',
}

/** A workbook whose only sheet is this XML. */
export const workbookOf = (xml: string): Buffer => foreignWorkbook({ ...BOOK, 'xl/worksheets/s.xml': xml })
