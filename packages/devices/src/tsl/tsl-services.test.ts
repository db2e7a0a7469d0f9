import { modelProblems, productModelSchema, type Tsl, tslSchema } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { TB_MQTT_MODELS } from '../catalogue.ts'
import { PRODUCT_LIBRARY } from '../library/library.ts'
import { metricOf } from '../metric.ts'
import { typeOfModel } from '../model/type-of-model.ts'
import { modelOfTsl } from './model-of-tsl.ts'
import { tslOfModel } from './tsl-of-model.ts'

const FACTS = { productNo: 'TSL-2', name: '路灯', englishName: 'Street lamp', deviceTypeCode: 'LAMP' } as const
const parsed = (tsl: unknown): Tsl => tslSchema.parse(tsl)
const value = (identifier: string, type: string, specs: object = {}, more: object = {}) => ({
  identifier,
  name: identifier,
  dataType: { type, specs },
  ...more,
})
const service = (identifier: string, inputData: (object | string)[], more: object = {}) => ({
  identifier,
  name: identifier,
  required: false,
  callType: 'async',
  method: `thing.service.${identifier}`,
  inputData,
  outputData: [],
  ...more,
})
const model = (...services: object[]) => modelOfTsl(parsed({ properties: [], services }), FACTS)
const reasons = ({ leftOut }: { leftOut: readonly { item: string; reason: string }[] }) =>
  leftOut.map(({ item, reason }) => `${item} ${reason}`)

describe('services as commands', () => {
  const taken = model(
    service('SetTimer', [
      value('LightStatus', 'bool', { 0: '关闭', 1: '打开' }, { desc: 'Lit' }),
      value('light_level', 'int', { min: '0', max: '100', step: '1', unit: '%' }),
      value('Current', 'float', { min: '0.1', max: '9', step: '0.1', unit: 'A' }),
      value('Mode', 'enum', { 1: '手动', 3: '自动' }),
      value('timeZone', 'text', { length: '512' }),
    ]),
  )
  const [command] = taken.model.commands

  test('parameters keep type, unit, bounds and precision, and are sent under their identifiers', () => {
    expect(command).toEqual({
      code: 'SET_TIMER',
      name: ['SetTimer', 'SetTimer'],
      params: {
        lightStatus: { kind: 'boolean', label: ['LightStatus', 'Lit'], required: true },
        lightLevel: {
          kind: 'integer',
          label: ['light_level', 'light_level'],
          required: true,
          min: 0,
          max: 100,
          unit: '%',
        },
        current: {
          kind: 'decimal',
          label: ['Current', 'Current'],
          required: true,
          decimals: 1,
          min: 0.1,
          max: 9,
          unit: 'A',
        },
        mode: { kind: 'integer', label: ['Mode', 'Mode'], required: true, min: 1, max: 3 },
        timeZone: { kind: 'text', label: ['timeZone', 'timeZone'], required: true, max: 200 },
      },
      danger: 'CONFIRM',
      absolute: false,
      target: null,
      repeatsOthers: false,
    })
    const params = { lightStatus: true, lightLevel: 40, current: 1.5, mode: 3, timeZone: 'Asia/"Urumqi"' }
    const sent = typeOfModel(taken.model).encode!({ code: 'SET_TIMER', params }, { channel: 1, switches: null })
    expect(sent).toMatchObject({
      value: {
        method: 'SetTimer',
        params: { LightStatus: true, light_level: 40, Current: 1.5, Mode: 3, timeZone: 'Asia/"Urumqi"' },
      },
    })
  })

  test('such a product can be published', () => {
    expect(productModelSchema.parse(taken.model)).toEqual(taken.model)
    expect(modelProblems(taken.model, metricOf)).toEqual({})
  })

  test('what of a service is not taken is named: names of values, longer texts, answers, calls that wait', () => {
    expect(reasons(taken)).toEqual(['services.SetTimer.Mode value-names', 'services.SetTimer.timeZone length'])
    const answered = service('getLog', [], { callType: 'sync', outputData: [value('curTime', 'date')] })
    expect(reasons(model(answered))).toEqual(['services.getLog call-type', 'services.getLog output'])
    const measured = value('level', 'int', { unit: 'millimetres of water' })
    expect(reasons(model(service('fill', [measured])))).toEqual(['services.fill.level unit'])
  })

  test('a service that could not be sent whole is left out whole', () => {
    const position = value('GeoLocation', 'struct')
    const far = model(
      service('moveTo', [value('speed', 'int'), position]),
      service('MoveTo', []),
      service('moveTo', []),
    )
    expect(reasons(far)).toEqual(['services.moveTo parameter-type', 'services.moveTo taken'])
    expect(far.model.commands.map(({ code }) => code)).toEqual(['MOVE_TO'])
    expect(reasons(model(service('report', ['lightLevel'])))).toEqual(['services.report parameter-type'])
    expect(reasons(model(service('open', [value('speed', 'int')]), service('open', [])))).toEqual([
      'services.open taken',
    ])
    const long = Array.from({ length: 20 }, (_one, n) => value(`parameterNumber${n}`, 'int'))
    expect(reasons(model(service('long', long)))).toEqual(['services.long too-many'])
    const fits = [
      ...Array.from({ length: 10 }, (_one, n) => value('p'.repeat(19) + 'abcdefghij'[n], 'int')),
      value('ab_cde', 'int'),
    ]
    const full = model(service('full', fits))
    expect(reasons(full)).toEqual([])
    expect(full.model.downlinks).toMatchObject({ requests: [{ params: expect.stringMatching(/^.{500}$/) }] })
    const many = Array.from({ length: 42 }, (_one, n) => service(`doNumber${n}`, []))
    expect(reasons(model(...many))).toEqual(['services.doNumber40 too-many', 'services.doNumber41 too-many'])
  })

  test('two parameters whose names agree get names of their own; identifiers without letters have some', () => {
    const { commands, downlinks } = model(
      service('校时', [value('a_b', 'int'), value('aB', 'int'), value('9', 'int')]),
    ).model
    expect(commands[0]!.code).toBe('SERVICE')
    expect(Object.keys(commands[0]!.params)).toEqual(['aB', 'aB2', 'value'])
    expect(downlinks).toMatchObject({
      requests: [{ code: 'SERVICE', method: '校时', params: '{"a_b":{{aB}},"aB":{{aB2}},"9":{{value}}}' }],
    })
  })

  test('a command of the platform is that command only with the parameters that it has', () => {
    const opened = modelOfTsl(
      parsed({
        properties: [{ ...value('opening', 'double', { min: '0', max: '100', unit: '%' }) }],
        services: [service('close', []), service('set_opening', [value('to', 'int', { min: '0', max: '1000' })])],
      }),
      FACTS,
    ).model
    expect(opened.commands.map(({ code, target }) => [code, target])).toEqual([
      ['CLOSE', { opening: 0 }],
      ['SET_OPENING_OWN', null],
    ])
    expect(opened.downlinks).toMatchObject({
      map: { commands: { CLOSE: { method: 'close', params: '{}' }, OPEN: null } },
      requests: [{ code: 'SET_OPENING_OWN', method: 'set_opening', params: '{"to":{{to}}}' }],
    })
  })
})

describe('commands as services', () => {
  test('a command that is sent as a plain object of its parameters is a service of its method', () => {
    const cover = PRODUCT_LIBRARY.find(({ deviceTypeCode }) => deviceTypeCode === 'COVER')!
    const { tsl, leftOut } = tslOfModel(cover)
    expect(tsl.services!.find(({ identifier }) => identifier === 'setTilt')).toEqual({
      identifier: 'setTilt',
      name: '设定倾角',
      desc: 'Set tilt limit',
      method: 'thing.service.setTilt',
      required: false,
      callType: 'async',
      inputData: [
        {
          identifier: 'angle',
          name: '角度',
          desc: 'Angle',
          dataType: { type: 'int', specs: { min: '5', max: '30', unit: '°', unitName: '°', step: '1' } },
        },
      ],
      outputData: [],
    })
    expect(reasons({ leftOut: leftOut.filter(({ item }) => item.startsWith('commands.')) })).toEqual([
      'commands.ARM command-rules',
      'commands.ARM request',
      'commands.DISARM command-rules',
      'commands.DISARM request',
      'commands.SET_TILT command-rules',
      'commands.READ request',
    ])
  })

  test('a request with values of its own, another scale and a choice of words are named', () => {
    const [valve] = TB_MQTT_MODELS
    const { leftOut } = tslOfModel({
      ...valve!,
      commands: [
        ...valve!.commands,
        {
          code: 'MODE',
          params: { mode: { kind: 'enum', enumName: 'mode', values: ['AUTO', 'HAND'] } },
          danger: 'DOUBLE',
          absolute: true,
          target: null,
          repeatsOthers: false,
        },
      ],
    })
    const own = leftOut.filter(({ item }) => item.startsWith('commands.MODE'))
    expect(reasons({ leftOut: own })).toEqual([
      'commands.MODE command-rules',
      'commands.MODE.mode value-names',
      'commands.MODE request',
    ])
    expect(reasons({ leftOut })).toContain('commands.SET_OPENING request')
  })

  test('only a request that sends nothing else, and nothing twice, gives a service its names', () => {
    const { model: tilting } = model(service('SetTilt', [value('Angle', 'int')]))
    const written = (params: string) => {
      const requests = [{ code: 'SET_TILT', method: 'SetTilt', params }]
      const { tsl, leftOut } = tslOfModel({ ...tilting, downlinks: { ...tilting.downlinks!, requests } as never })
      const { identifier, inputData } = tsl.services![0]!
      const losses = reasons({ leftOut: leftOut.filter(({ item }) => item.startsWith('commands.')) })
      return [identifier, (inputData as { identifier: string }[]).map((one) => one.identifier), losses]
    }
    expect(written('{"Angle":{{angle}}}')).toEqual(['SetTilt', ['Angle'], []])
    const unlike = ['setTilt', ['angle'], ['commands.SET_TILT request']]
    expect(written('{"Angle":{{angle}},"fast":true}')).toEqual(unlike)
    expect(written('{"to":{"Angle":{{angle}}}}')).toEqual(unlike)
    expect(written('{"Angle":{{angle}},"again":{{angle}}}')).toEqual(unlike)
  })

  test('a scale of its own and a name of its own for a command of the platform are named', () => {
    const [valve] = TB_MQTT_MODELS
    const opening = { method: 'setOpening', params: '{"opening":{{opening}}}' }
    const lossesAt = (fullScale: 100 | 1000) => {
      const map = { fullScale, commands: { OPEN: null, CLOSE: null, STOP: null, SET_OPENING: opening, READ: null } }
      const commands = valve!.commands
        .filter(({ code }) => code === 'SET_OPENING')
        .map((command) => (fullScale === 100 ? command : { ...command, name: ['开到', 'Open to'] as [string, string] }))
      return reasons(tslOfModel({ ...valve!, commands, downlinks: { protocol: 'TB_MQTT', map } })).filter((one) =>
        one.startsWith('commands.'),
      )
    }
    expect(lossesAt(100)).toEqual([])
    expect(lossesAt(1000)).toEqual(['commands.SET_OPENING name', 'commands.SET_OPENING request'])
  })

  test('no two commands are written as one service', () => {
    const both = model(service('open', [value('speed', 'int')])).model
    const [own] = both.commands
    const plain = { ...own!, code: 'OPEN', params: {} }
    const { tsl } = tslOfModel({ ...both, commands: [own!, plain] })
    expect(tsl.services!.map(({ identifier }) => identifier)).toEqual(['openOwn', 'open'])
  })

  test('facts of a product that a thing model has no place for are named', () => {
    const [valve] = TB_MQTT_MODELS
    expect(reasons(tslOfModel(valve!)).filter((one) => one.endsWith('no-place'))).toEqual([])
    const facts = { ...valve!, nodeKind: 'GATEWAY', reportIntervalS: 60, strokeS: 45, parameters: [] } as const
    const parameters = [{ key: 'interval', name: ['间隔', 'Interval'], kind: 'integer' }] as const
    const events = [{ fault: 'V01', key: 'opening', equals: 100 }]
    const { leftOut } = tslOfModel({ ...facts, parameters: [...parameters] as never, events })
    expect(reasons({ leftOut: leftOut.filter(({ reason }) => reason === 'no-place') })).toEqual([
      'nodeKind no-place',
      'reportIntervalS no-place',
      'strokeS no-place',
      'parameters.interval no-place',
      'events.V01 no-place',
    ])
  })
})
