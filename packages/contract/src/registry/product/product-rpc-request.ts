import { z } from 'zod'
import type { FieldReason } from '../../machine/field-reasons.ts'
import type { Rpc } from './product-command-map.ts'

/**
 * What is sent for a command that is none of the map's: a method, and the JSON text of its parameters in which `{{name}}`
 * stands for a parameter of the command. Between quotation marks the value is sent as text.
 */
export const rpcRequestSchema = z.strictObject({
  code: z.string().regex(/^[A-Z][A-Z0-9_]{0,31}$/),
  method: z.string().trim().min(1).max(64),
  params: z.string().trim().min(1).max(500),
})
export type RpcRequest = z.output<typeof rpcRequestSchema>

/** A text of JSON, or a mark outside of any. */
const PIECE = /"(?:[^"\\]|\\.)*"|\{\{(\w+)\}\}/g
const MARK = /\{\{(\w+)\}\}/g

/** The names of the parameters that a request sends. */
export function marksIn({ params }: RpcRequest): string[] {
  return [...params.matchAll(MARK)].map(([, name]) => name as string)
}

/**
 * The request as sent; a parameter that was not given is null.
 * @throws SyntaxError of a template in which `rpcRequestProblem` finds a problem
 */
export function rpcOfRequest(request: RpcRequest, params: Readonly<Record<string, unknown>>): Rpc {
  const given = (name: string) => params[name] ?? null
  const text = request.params.replaceAll(PIECE, (piece, mark?: string) =>
    mark === undefined
      ? piece.replaceAll(MARK, (_mark, name: string) => JSON.stringify(String(given(name))).slice(1, -1))
      : JSON.stringify(given(mark)),
  )
  return { method: request.method, params: (JSON.parse(text) as unknown) ?? {} }
}

/** `{{level}}.5` is JSON for some numbers only. */
const SAMPLES = { integer: 0.5, decimal: 0.5, boolean: true, enum: 'A', text: 'A' } as const

/** Why a request cannot be sent for a command with these parameters; null when it can. */
export function rpcRequestProblem(
  request: RpcRequest,
  params: Readonly<Record<string, { kind: keyof typeof SAMPLES }>>,
): FieldReason | null {
  const marks = marksIn(request)
  if (marks.some((name) => !Object.hasOwn(params, name))) return 'unknown-parameter'
  // What a person chooses and nobody sends would be confirmed without ever having been asked for.
  if (Object.keys(params).some((name) => !marks.includes(name))) return 'parameter-not-sent'
  try {
    rpcOfRequest(request, Object.fromEntries(marks.map((name) => [name, SAMPLES[params[name]!.kind]])))
    return null
  } catch {
    return 'not-json'
  }
}
