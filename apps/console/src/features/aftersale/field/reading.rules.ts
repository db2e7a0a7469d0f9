/** What both units read of one counter, with a photo of each, as far as it is there; or why nobody can read it. */
export interface Reading {
  isUnread?: boolean
  reason?: string
  oldLast?: number | null
  newFirst?: number | null
  oldPhoto?: string
  newPhoto?: string
}

export type WholeReading = { [name in 'oldLast' | 'newFirst' | 'oldPhoto' | 'newPhoto']: NonNullable<Reading[name]> }

/** Whether both readings and both photos are there: a reading without its photo is nobody's proof. Without them the reason. */
export function isWholeReading(reading: Reading | undefined): boolean {
  if (!reading) return false
  if (reading.isUnread) return Boolean(reading.reason?.trim())
  const { oldLast, newFirst, oldPhoto, newPhoto } = reading
  return oldLast != null && newFirst != null && Boolean(oldPhoto) && Boolean(newPhoto)
}
