import { IMPORT_MAX_ROWS } from '@sluice/contract'
import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** A device that is to be registered, with the names that a person writes and the ids that they stand for. */
export interface DeviceLine {
  deviceNo: string
  name: string
  stationAddress: string
  product: string
  productId: string
  dept: string
  deptId: string
  lng: number
  lat: number
}

export interface DeviceSheet {
  text: string
  rows: number
}

/** Numbers of a series begin with its letters, addresses with its digit: no two series collide. */
const SERIES = { FL: 7, RG: 8, KI: 9 } as const

/** Valves among all customers in turns. */
export async function deviceLines(db: Database, series: keyof typeof SERIES, count: number): Promise<DeviceLine[]> {
  const { rows: depts } = await db.query<{ id: string; name: string }>(
    `select id, name from dept where kind = 'CUSTOMER' and cardinality(ancestors) = 2 order by id`,
  )
  const { rows: products } = await db.query<{ id: string; name: string }>(
    `select id, name from product where product_no = 'SL651-VALVE'`,
  )
  const product = products[0]!
  return Array.from({ length: count }, (_, n) => {
    const dept = depts[n % depts.length]!
    return {
      deviceNo: `${series}-${String(n).padStart(6, '0')}`,
      name: `闸阀 ${series} ${n}`,
      stationAddress: String(SERIES[series] * 1e9 + n),
      product: product.name,
      productId: product.id,
      dept: dept.name,
      deptId: dept.id,
      lng: 100 + (n % 2000) / 100,
      lat: 25 + (n % 1500) / 100,
    }
  })
}

/** Each device in the department of the one after it. */
export function elsewhere(lines: readonly DeviceLine[]): DeviceLine[] {
  return lines.map((line, n) => {
    const { dept, deptId } = lines[(n + 1) % lines.length]!
    return { ...line, dept, deptId }
  })
}

/** Sheets of new devices, as many as the limit of one import asks for. */
export function newSheets(lines: readonly DeviceLine[]): DeviceSheet[] {
  return sheetsOf(lines, ['deviceNo', 'name', 'stationAddress', 'productId', 'deptId', 'lng', 'lat'], (line) => [
    line.deviceNo,
    line.name,
    line.stationAddress,
    line.product,
    line.dept,
    line.lng,
    line.lat,
  ])
}

/** Sheets that change nothing but the department. */
export function moveSheets(lines: readonly DeviceLine[]): DeviceSheet[] {
  return sheetsOf(lines, ['deviceNo', 'deptId'], ({ deviceNo, dept }) => [deviceNo, dept])
}

function sheetsOf(
  lines: readonly DeviceLine[],
  headings: readonly string[],
  cells: (line: DeviceLine) => readonly (string | number)[],
): DeviceSheet[] {
  const sheets: DeviceSheet[] = []
  for (let from = 0; from < lines.length; from += IMPORT_MAX_ROWS) {
    const part = lines.slice(from, from + IMPORT_MAX_ROWS)
    sheets.push({
      text: [headings.join(','), ...part.map((line) => cells(line).join(','))].join('\n'),
      rows: part.length,
    })
  }
  return sheets
}
