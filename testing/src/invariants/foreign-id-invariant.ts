import type { Api, Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { inputSchema, sampleOf, type Schema } from './schema-sample.ts'
import { callApi } from '../browser/sign-in.ts'

export interface ForeignIdWalk {
  api: Api
  /** Of somebody who holds every key and sees one department only. */
  headers: Record<string, string>
  /** What a row of another department is -> its id. */
  ids: Readonly<Record<string, string>>
  /** What is found in an answer only if a row of another department is in it. */
  mark: RegExp
}

/**
 * Across departments (TN-6), without a line per call: every member of every input that may hold an id gets each id of
 * the other department in turn. Whatever is answered then holds nothing of it, and what changes something is refused.
 */
export async function walkForeignIds({
  api,
  headers,
  ids,
  mark,
}: ForeignIdWalk): Promise<{ found: string[]; sent: number }> {
  const found: string[] = []
  let sent = 0
  for (const call of api.mounted) {
    if (call.access === 'public') continue
    for (const { what, input, id } of foreignInputs(call, ids)) {
      sent += 1
      const { code, data } = await callApi(api.http.app, call.method, call.path, input, headers)
      const line = `${call.method} ${call.path} with ${what}`
      if (code === 500) found.push(`${line}: code 500`)
      // What was asked for may be repeated, as a key or in a sentence.
      if (mark.test(JSON.stringify(data ?? null).replaceAll(id, ''))) found.push(`${line}: a row of another department`)
      if (code === 0 && call.method === 'POST') found.push(`${line}: taken`)
    }
  }
  return { found, sent }
}

function foreignInputs(call: Mounted, ids: ForeignIdWalk['ids']) {
  const schema = inputSchema(call)
  const shapes = schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [])
  return shapes.flatMap((shape) =>
    Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
      idPlaces(name, field).flatMap((place) =>
        Object.entries(ids).map(([what, id]) => ({
          what: `${name} = a foreign ${what}`,
          id,
          input: { ...(sampleOf(shape, schema) as Record<string, unknown>), [name]: place(id) },
        })),
      ),
    ),
  )
}

/** How an id is put into a member whose name says that it holds one. */
function idPlaces(name: string, field: Schema): ((id: string) => unknown)[] {
  if (!/(^id|Id|^ids|Ids)$/.test(name)) return []
  const kinds = field.anyOf ?? field.oneOf ?? [field]
  return kinds.flatMap(({ type }): ((id: string) => unknown)[] => {
    if (type === 'array') return [(id) => [id]]
    return type === 'string' ? [(id) => id] : []
  })
}
