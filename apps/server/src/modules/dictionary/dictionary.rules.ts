/** The fields of a built-in row that an operator may change; the program sets value and key. */
const OPERATORS = {
  type: ['dictName', 'status', 'remark'],
  entry: ['dictLabel', 'dictSort', 'listClass', 'status', 'isDefault', 'remark'],
} as const

/** Whether these changes may be made to a row (`null`: a new one). A row that is built in is never deleted. */
export function mayChange(
  kind: keyof typeof OPERATORS,
  before: Readonly<Record<string, unknown>> | null,
  change: { verb: 'insert' | 'update' | 'del'; values: Readonly<Record<string, unknown>> },
): boolean {
  if (before?.['builtin'] !== true) return true
  if (change.verb === 'del') return false
  const own: readonly string[] = OPERATORS[kind]
  return Object.entries(change.values).every(
    ([name, value]) => own.includes(name) || value === undefined || (value ?? null) === (before[name] ?? null),
  )
}
