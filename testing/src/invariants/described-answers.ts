import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'

/** The part of the OpenAPI document that answers are compared with. */
export interface ApiDocument {
  paths: Record<
    string,
    Record<string, { operationId?: string; responses: Record<string, DescribedAnswer | Reference> }>
  >
  components: { headers: Record<string, DescribedHeader>; responses: Record<string, DescribedAnswer> }
}
interface Reference {
  $ref: string
}
interface DescribedHeader {
  required?: boolean
  schema: object
}
interface DescribedAnswer {
  headers?: Record<string, DescribedHeader | Reference>
  content?: Record<string, { schema?: object }>
}

export interface RealAnswer {
  statusCode: number
  headers: Readonly<Record<string, unknown>>
  body: string
}

const ROOT = 'https://sluice.example/openapi.json'
const pointer = (...parts: string[]) =>
  `${ROOT}#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

/**
 * Compares real answers with the description of the API: status, headers, media type and every property. Returns one
 * sentence per difference.
 */
export function describedAnswers(
  document: ApiDocument,
): (method: string, path: string, answer: RealAnswer) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  // The package is CommonJS: its function is the default of the default.
  ;(ajvFormats as unknown as { default: (on: Ajv2020) => void }).default(ajv)
  ajv.addSchema({ ...document, $id: ROOT })
  const unlike = differingHeaders(document, ajv)
  const compiled = new Map<string, ValidateFunction>()
  const compile = ($ref: string) => {
    const known = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, known)
    return known
  }
  return (method, path, { statusCode, headers, body }) => {
    const call = `${method} ${path} ${statusCode}`
    const status = String(statusCode)
    const verb = method.toLowerCase()
    const said = document.paths[path]?.[verb]?.responses[status]
    if (!said) return [`${call}: no such answer is described`]
    const name = '$ref' in said ? said.$ref.split('/').at(-1)! : undefined
    const described = name === undefined ? (said as DescribedAnswer) : document.components.responses[name]!
    const found = unlike(described, headers).map((difference) => `${call}: ${difference}`)
    const type = String(headers['content-type']).split(';')[0]!.trim()
    const place = name === undefined ? ['paths', path, verb, 'responses', status] : ['components', 'responses', name]
    const content = described.content?.[type]
    if (!content) return [...found, `${call}: ${type} is not described`]
    if (type !== 'application/json' || !content.schema) return found
    const validate = compile(pointer(...place, 'content', type, 'schema'))
    validate(JSON.parse(body))
    const wrong = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${call}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    return [...found, ...wrong]
  }
}

/**
 * Differences in headers: required but missing, present but not described, or of another format. Only headers that the
 * description mentions anywhere are checked; those of HTTP itself are not.
 */
function differingHeaders(document: ApiDocument, ajv: Ajv2020) {
  const resolved = (header: DescribedHeader | Reference): DescribedHeader =>
    '$ref' in header ? document.components.headers[header.$ref.split('/').at(-1)!]! : header
  const answers = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ responses }) => Object.values(responses)),
  )
  const spokenOf = new Set(
    [...answers, ...Object.values(document.components.responses)].flatMap((answer) =>
      Object.keys('$ref' in answer ? {} : (answer.headers ?? {})),
    ),
  )
  return (described: DescribedAnswer, sent: RealAnswer['headers']): string[] =>
    [...spokenOf].flatMap((name) => {
      const [value, header] = [sent[name.toLowerCase()], described.headers?.[name]]
      if (!header) return value === undefined ? [] : [`header ${name} is not described`]
      const { required, schema } = resolved(header)
      if (value === undefined) return required ? [`no header ${name}`] : []
      const wanted = Reflect.get(schema, 'type') === 'integer' ? Number(value) : value
      return ajv.validate(schema, wanted) ? [] : [`header ${name} is ${JSON.stringify(value)}`]
    })
}
