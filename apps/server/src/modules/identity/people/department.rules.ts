/** Whether a department may be moved below another: not below itself or one of its descendants. */
export function mayMove(id: string, newParent: { id: string; ancestors: readonly string[] }): boolean {
  return newParent.id !== id && !newParent.ancestors.includes(id)
}

/** From the root down to the parent. */
export function ancestorsBelow(parent: { id: string; ancestors: readonly string[] }): string[] {
  return [...parent.ancestors, parent.id]
}

/** Whether it is a zone of the IANA list, as clocks and browsers use it. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== undefined
  } catch {
    return false
  }
}
