import { Children, isValidElement, type ReactNode } from 'react'
import { DEVICE_ICONS } from '../../../parts/icon/icon-paths.tsx'
import { typeIcon } from '../../../parts/icon/type-faces.ts'

type Drawn = Record<string, string | number | undefined>
const number = (value: string | number | undefined) => Number(value ?? 0)

/**
 * Draws the icons of icon-paths.tsx on a canvas, so that pages and map share one set of paths. The brush is set to the
 * 24 px grid.
 */
function paint(brush: CanvasRenderingContext2D, node: ReactNode): void {
  Children.forEach(node, (child) => {
    if (!isValidElement<Drawn & { children?: ReactNode }>(child)) return
    const { children, ...props } = child.props
    const path = shapeOf(child.type, props)
    if (!path) paint(brush, children)
    else {
      if (props['fill'] === 'currentColor') brush.fill(path)
      brush.stroke(path)
    }
  })
}

function shapeOf(type: unknown, props: Drawn): Path2D | undefined {
  if (type === 'path') return new Path2D(String(props['d']))
  const path = new Path2D()
  if (type === 'circle') path.arc(number(props['cx']), number(props['cy']), number(props['r']), 0, Math.PI * 2)
  else if (type === 'rect') {
    path.roundRect(
      number(props['x']),
      number(props['y']),
      number(props['width']),
      number(props['height']),
      number(props['rx']),
    )
  } else return undefined
  return path
}

/** Draws the icon of a device type around the origin. `scale` is that of the 24 px grid. */
export function paintTypeIcon(brush: CanvasRenderingContext2D, type: string, colour: string, scale: number): void {
  const icon = DEVICE_ICONS[typeIcon(type)]
  brush.save()
  brush.scale(scale, scale)
  brush.translate(-12, -12)
  brush.strokeStyle = colour
  brush.fillStyle = colour
  brush.lineWidth = 2.1
  brush.lineCap = 'round'
  brush.lineJoin = 'round'
  paint(brush, icon)
  brush.restore()
}
