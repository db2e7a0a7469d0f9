/** The colours that a canvas needs as values, read from the current theme's tokens. */
export interface ChartInk {
  series: readonly string[]
  /** Colours of the fault levels, level 1 first. */
  levels: readonly string[]
  ink: string
  t2: string
  t3: string
  line: string
  line2: string
  raised: string
  surface: string
  font: string
}

export function readInk(): ChartInk {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    series: ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'].map(token),
    levels: ['m-l1', 'm-l2', 'm-l3', 'm-l4'].map(token),
    ink: token('ink'),
    t2: token('t2'),
    t3: token('t3'),
    line: token('line'),
    line2: token('line2'),
    raised: token('raised'),
    surface: token('surface'),
    font: token('font'),
  }
}

const HATCH_PX = 8

/** Marks old or missing data: thin diagonal lines as a canvas pattern. */
export function hatch(ink: ChartInk): object | string {
  const tile = document.createElement('canvas')
  tile.width = HATCH_PX
  tile.height = HATCH_PX
  const brush = tile.getContext('2d')
  if (!brush) return 'transparent'
  brush.strokeStyle = ink.line2
  brush.lineWidth = 1
  brush.beginPath()
  for (const shift of [-HATCH_PX, 0, HATCH_PX]) {
    brush.moveTo(shift, HATCH_PX)
    brush.lineTo(shift + HATCH_PX, 0)
  }
  brush.stroke()
  return { image: tile, repeat: 'repeat' }
}
