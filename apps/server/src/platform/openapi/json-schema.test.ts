import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { severalOf } from '@sluice/contract'
import { type Named, queryParameters, wireSchema } from './json-schema.ts'

interface Tree {
  name: string
  children?: Tree[] | undefined
}
const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(tree).optional() }))

describe('a shape on the wire', () => {
  it('keeps what refers to itself under a name of the document, reachable from its root', () => {
    const named: Named = {}
    const list = wireSchema(z.array(tree), 'output', 'Menu', named)
    expect(list).toEqual({ type: 'array', items: { $ref: '#/components/schemas/MenuPart' } })
    expect(JSON.stringify(named['MenuPart'])).toContain('"items":{"$ref":"#/components/schemas/MenuPart"}')
    const alone = wireSchema(tree, 'output', 'Alone', named)
    const target = String(alone['$ref'] ?? '')
      .split('/')
      .at(-1)!
    expect(JSON.stringify(named[target])).toContain(`#/components/schemas/${target}`)
    expect(JSON.stringify({ list, alone, named })).not.toMatch(/"#"|#\/\$defs|\$schema/)
  })

  it('says what may be left out of a query', () => {
    const query = wireSchema(
      z.strictObject({ id: z.string(), page: z.coerce.number().int().default(1) }),
      'input',
      'Q',
      {},
    )
    expect(queryParameters(query)).toMatchObject([
      { name: 'id', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'page', required: false, schema: { type: 'integer', default: 1 } },
    ])
  })

  it('says how several values stand in one parameter', () => {
    const query = wireSchema(z.strictObject({ status: severalOf(z.enum(['A', 'B'])).optional() }), 'input', 'Q', {})
    expect(queryParameters(query)).toMatchObject([
      {
        name: 'status',
        required: false,
        style: 'form',
        explode: false,
        schema: { type: 'array', items: { enum: ['A', 'B'] } },
      },
    ])
  })
})
