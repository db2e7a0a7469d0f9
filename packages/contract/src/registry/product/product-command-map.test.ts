import { describe, expect, it } from 'vitest'
import {
  type CommandMap,
  commandMapProblems,
  commandMapSchema,
  DEFAULT_COMMAND_MAP,
  type RpcCommand,
} from './product-command-map.ts'

function problemOf(code: RpcCommand, params: string, fullScale: CommandMap['fullScale'] = 100) {
  const commands = { ...DEFAULT_COMMAND_MAP.commands, [code]: { method: 'm', params } }
  return commandMapProblems(commandMapSchema.parse({ fullScale, commands }))[`commands.${code}.params`]
}

describe('a command map', () => {
  it('is right by default, and with nothing understood', () => {
    expect(commandMapProblems(commandMapSchema.parse(DEFAULT_COMMAND_MAP))).toEqual({})
    const commands = { OPEN: null, CLOSE: null, STOP: null, SET_OPENING: null, READ: null }
    expect(commandMapProblems(commandMapSchema.parse({ fullScale: 1, commands }))).toEqual({})
  })

  it('takes any JSON: objects, lists, single values', () => {
    for (const params of ['{"a":[1,"{{opening}}"]}', '{{opening}}', '-{{opening}}', '["set",{{opening}}]']) {
      expect(problemOf('SET_OPENING', params)).toBeUndefined()
    }
    for (const params of ['true', 'null', '""', '{"on":true}', '{{opening}}']) {
      expect(problemOf('OPEN', params)).toBeUndefined()
    }
  })

  it('must be JSON, for every opening and scale', () => {
    expect(problemOf('STOP', '{stop}')).toBe('not-json')
    expect(problemOf('SET_OPENING', '{"a":{{opening}}')).toBe('not-json')
    // 100 % would be 1.5, 40 % would be 0.4.5.
    expect(problemOf('SET_OPENING', '{{opening}}.5', 1)).toBe('not-json')
    expect(problemOf('SET_OPENING', '0{{opening}}')).toBe('not-json')
  })

  it('says the opening where one is asked for, and nowhere else', () => {
    expect(problemOf('SET_OPENING', '{"opening":40}')).toBe('needs-opening')
    expect(problemOf('STOP', '{"at":{{opening}}}')).toBe('has-no-opening')
    expect(problemOf('READ', '{{opening}}')).toBe('has-no-opening')
  })

  it('names every command, and no other scale or field', () => {
    const { STOP: _stop, ...without } = DEFAULT_COMMAND_MAP.commands
    const isMap = (given: unknown) => commandMapSchema.safeParse(given).success
    expect(isMap({ ...DEFAULT_COMMAND_MAP, commands: without })).toBe(false)
    expect(isMap({ ...DEFAULT_COMMAND_MAP, fullScale: 255 })).toBe(false)
    expect(isMap({ ...DEFAULT_COMMAND_MAP, commands: { ...without, STOP: { method: ' ', params: '{}' } } })).toBe(false)
    expect(isMap({ ...DEFAULT_COMMAND_MAP, more: 1 })).toBe(false)
  })
})
