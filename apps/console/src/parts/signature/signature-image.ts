import { pathOf, type Strokes } from './strokes.ts'

const WIDTH = 600
const HEIGHT = 420

/** A drawn name as a picture, black on white as on paper, in base64. */
export function signatureImage(strokes: Strokes): string {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.scale(WIDTH / 1000, WIDTH / 1000)
  pen.lineWidth = 12
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = '#000'
  pen.stroke(new Path2D(pathOf(strokes)))
  const address = canvas.toDataURL('image/png')
  return address.slice(address.indexOf(',') + 1)
}
