import { describe, expect, it } from 'vitest'
import { rpcOfRequest, rpcRequestProblem } from './product-rpc-request.ts'

const request = (params: string) => ({ code: 'DO', method: 'do', params })
const LEVEL = { level: { kind: 'integer', required: true } } as const
const NOTE = { note: { kind: 'text' } } as const

describe('the request of a command', () => {
  it('sends numbers and flags as they are, and as text between quotation marks', () => {
    expect(rpcOfRequest(request('{"dim":{{level}}}'), { level: 40 })).toEqual({ method: 'do', params: { dim: 40 } })
    expect(rpcOfRequest(request('{"dim":"{{level}} %"}'), { level: 40 }).params).toEqual({ dim: '40 %' })
    expect(rpcOfRequest(request('[{{on}},{{none}}]'), { on: false }).params).toEqual([false, null])
  })

  it('lets no text of a person end the text it stands in', () => {
    const note = '","on":true,"x":"\\'
    expect(rpcOfRequest(request('{"say":"{{note}}"}'), { note }).params).toEqual({ say: note })
    expect(rpcOfRequest(request('{"say":{{note}}}'), { note }).params).toEqual({ say: note })
  })

  it('must be JSON, name parameters that there are, and send each', () => {
    expect(rpcRequestProblem(request('{"dim":{{level}}}'), LEVEL)).toBeNull()
    expect(rpcRequestProblem(request('{"say":{{note}}}'), NOTE)).toBeNull()
    expect(rpcRequestProblem(request('{}'), {})).toBeNull()
    expect(rpcRequestProblem(request('{"dim":{{level}}'), LEVEL)).toBe('not-json')
    expect(rpcRequestProblem(request('{{level}}.5'), LEVEL)).toBe('not-json')
    expect(rpcRequestProblem(request('{"dim":{{bright}}}'), LEVEL)).toBe('unknown-parameter')
    expect(rpcRequestProblem(request('{}'), LEVEL)).toBe('parameter-not-sent')
  })
})
