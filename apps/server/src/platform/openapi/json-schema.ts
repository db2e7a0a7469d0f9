import { z } from 'zod'

/** A JSON Schema (draft 2020-12), the dialect of OpenAPI 3.1. */
export type JsonSchema = { [key: string]: unknown }

/** Stores schemas that refer to themselves; `#/components/schemas` of the document. */
export type Named = Record<string, JsonSchema>

/**
 * The JSON Schema of what travels: of a body before it is read (`input`) or of an answer after it is made (`output`).
 * Parts that refer to themselves go to `named` under `name`, because a document's references start at its root.
 */
export function wireSchema(schema: z.ZodType, io: 'input' | 'output', name: string, named: Named): JsonSchema {
  const { $schema: _dialect, $defs, ...found } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
  const moved = new Map<string, string>()
  const parts = Object.entries(($defs ?? {}) as Named)
  for (const [key] of parts)
    moved.set(`#/$defs/${key}`, parts.length === 1 ? `${name}Part` : `${name}Part${moved.size + 1}`)
  const refersToItself = JSON.stringify(found).includes('"$ref":"#"')
  if (refersToItself) moved.set('#', name)
  for (const [key, part] of parts) named[moved.get(`#/$defs/${key}`)!] = relinked(part, moved) as JsonSchema
  const whole = relinked(found, moved) as JsonSchema
  if (!refersToItself) return whole
  named[name] = whole
  return { $ref: `#/components/schemas/${name}` }
}

function relinked(value: unknown, moved: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => relinked(item, moved))
  if (typeof value !== 'object' || value === null) return value
  const { type, items, prefixItems } = value as JsonSchema
  // Programs that make clients ask what a list holds beyond its named places: nothing.
  const rest = type === 'array' && items === undefined && prefixItems !== undefined ? { items: false } : {}
  return Object.assign(rest, relinkedMembers(value, moved))
}

function relinkedMembers(value: object, moved: ReadonlyMap<string, string>): JsonSchema {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const target = key === '$ref' ? moved.get(String(inner)) : undefined
      return [key, target === undefined ? relinked(inner, moved) : `#/components/schemas/${target}`]
    }),
  )
}

/** The parameters of a query: one per property of its schema. */
export function queryParameters(query: JsonSchema): JsonSchema[] {
  const required = (query['required'] ?? []) as string[]
  return Object.entries((query['properties'] ?? {}) as Named).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    // Several values are sent in one parameter, with commas between them.
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }))
}
