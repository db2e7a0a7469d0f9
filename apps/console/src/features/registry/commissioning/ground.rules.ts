/** The time from one instant to another as minutes and seconds. */
export function minutesBetween(from: string, to: string): { min: number; s: number } {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  return { min: Math.floor(seconds / 60), s: seconds % 60 }
}
