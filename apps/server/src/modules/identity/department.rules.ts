/** Whether a department may hang below another: not below itself, nor below what hangs below it. */
export function mayMove(id: string, newParent: { id: string; ancestors: readonly string[] }): boolean {
  return newParent.id !== id && !newParent.ancestors.includes(id)
}

/** From the root down to the parent. */
export function ancestorsBelow(parent: { id: string; ancestors: readonly string[] }): string[] {
  return [...parent.ancestors, parent.id]
}
