/** A logo is never shown larger; twice that for sharp screens. */
const SIDE = 192
/** What the server takes (site.resource.ts). */
const MOST = 100_000

/** How large a picture of these sizes is drawn: whole, within `side`, never larger than it is. */
export function fitted(width: number, height: number, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws the picture small as a PNG in a data address. @throws Error when it is no picture, or stays too large. */
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
