/** Twice the largest size at which a logo is shown, for dense screens, px. */
const SIDE = 192
/** The limit of the server (site.resource.ts). */
const MOST = 100_000

/** The drawn size of an image: whole, within `side`, never enlarged. */
export function fitted(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws the image small as a PNG in a data address. @throws Error when it is not an image, or stays too large. */
export async function drawnSmall(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const { width, height } = fitted(picture.width, picture.height, SIDE)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  picture.close()
  const address = [canvas.toDataURL('image/png'), canvas.toDataURL('image/webp', 0.85)].find(
    (one) => one.length <= MOST,
  )
  if (!address) throw new Error('the picture stays too large')
  return address
}
