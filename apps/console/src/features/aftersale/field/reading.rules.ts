/** What both units read of one counter, with a photo of each, as far as it is there. */
export interface Reading {
  oldLast?: number | null
  newFirst?: number | null
  oldPhoto?: string
  newPhoto?: string
}

export type WholeReading = { [name in keyof Reading]-?: NonNullable<Reading[name]> }

/** Whether both readings and both photos are there: a reading without its photo is nobody's proof. */
export function isWholeReading(reading: Reading | undefined): boolean {
  if (!reading) return false
  const { oldLast, newFirst, oldPhoto, newPhoto } = reading
  return oldLast != null && newFirst != null && Boolean(oldPhoto) && Boolean(newPhoto)
}
