/** A paper that labels are printed on; lengths in mm. */
export interface Paper {
  /** Part of its text key. */
  name: 'a4-24' | 'a4-65' | 'roll-50' | 'roll-60'
  page: { width: number; height: number }
  /** Of the first label from the upper left corner. */
  margin: { left: number; top: number }
  label: { width: number; height: number }
  columns: number
  rows: number
}

const A4 = { width: 210, height: 297 }
const none = { left: 0, top: 0 }

/** Usual sheets of an office printer, and rolls of a label printer, where each label is a page. */
export const PAPERS: readonly Paper[] = [
  { name: 'a4-24', page: A4, margin: { left: 0, top: 0.5 }, label: { width: 70, height: 37 }, columns: 3, rows: 8 },
  { name: 'a4-65', page: A4, margin: { left: 10, top: 12 }, label: { width: 38, height: 21 }, columns: 5, rows: 13 },
  {
    name: 'roll-50',
    page: { width: 50, height: 30 },
    margin: none,
    label: { width: 50, height: 30 },
    columns: 1,
    rows: 1,
  },
  {
    name: 'roll-60',
    page: { width: 60, height: 40 },
    margin: none,
    label: { width: 60, height: 40 },
    columns: 1,
    rows: 1,
  },
]

/** The labels of each page, in order. */
export function pagesOf<T>(labels: readonly T[], { columns, rows }: Paper): T[][] {
  const each = columns * rows
  return Array.from({ length: Math.ceil(labels.length / each) }, (_none, page) =>
    labels.slice(page * each, (page + 1) * each),
  )
}

/** What a code on a device says: the address of its page, which any phone opens and the console's own scan knows. */
export function codeOf(deviceId: string, origin: string): string {
  return `${origin}/device/detail/${deviceId}`
}

/** How wide the preview is, px, and what a millimetre is there. */
const PREVIEW_PX = 620
const PX_PER_MM = 96 / 25.4

/** How much smaller than on paper a page is shown, so that its whole width is seen. */
export function previewZoom(pageWidthMm: number): number {
  return Math.min(1, PREVIEW_PX / (pageWidthMm * PX_PER_MM))
}
