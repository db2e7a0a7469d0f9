/** The longer edge of a photo that is sent, px: the plate stays readable, and a poor line carries it. */
const SENT_PX = 1600
/** Of the little picture that stays on the telephone. */
const SHOWN_PX = 160

function drawn(picture: ImageBitmap, most: number, quality: number): string {
  const scale = Math.min(1, most / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', quality)
}

/**
 * A photo as it is sent, in base64, and as it is shown meanwhile.
 * @throws Error when the file is no picture
 */
export async function shrunkPhoto(file: Blob): Promise<{ content: string; picture: string }> {
  const picture = await createImageBitmap(file)
  const sent = drawn(picture, SENT_PX, 0.8)
  const shown = drawn(picture, SHOWN_PX, 0.7)
  picture.close()
  return { content: sent.slice(sent.indexOf(',') + 1), picture: shown }
}
