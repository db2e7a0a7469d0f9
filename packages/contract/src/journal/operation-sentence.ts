/**
 * The keys under which a line's sentence may stand, the most exact first: of a command with its code
 * (`command.send.OPEN`), of the action, of its verb for the rows of any resource, of any other action.
 */
export function sentenceKeys(action: string, code?: string | null): string[] {
  const verb = action.slice(action.indexOf('.') + 1)
  return [...(code ? [`${action}.${code}`] : []), action, verb, 'other']
}
