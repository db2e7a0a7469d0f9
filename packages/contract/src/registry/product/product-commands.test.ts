import { describe, expect, it } from 'vitest'
import { DEFAULT_COMMAND_MAP } from './product-command-map.ts'
import { copiedCommand, ownRequestOf, withCommand, withMovedCommand } from './product-commands.ts'
import type { ModelCommand, ProductModel } from './product-model.ts'
import { emptyModel } from './product-model-parts.ts'

const facts = { productNo: 'A', name: '甲', englishName: 'A', deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT' } as const
const MQTT: ProductModel = emptyModel({ ...facts, protocol: 'TB_MQTT' })
const STATION: ProductModel = emptyModel({ ...facts, protocol: 'SL651' })
const FLUSH: ModelCommand = {
  code: 'FLUSH',
  name: ['冲洗', 'Flush'],
  params: {},
  danger: 'CONFIRM',
  absolute: false,
  target: null,
  repeatsOthers: false,
}
const request = { method: 'flush', params: '{"on":true}' }
const flushing = withCommand(MQTT, 0, { command: FLUSH, request })
const codes = ({ commands }: ProductModel) => commands.map(({ code }) => code)

describe('a command of a product’s own', () => {
  it('is added with its request, and changed at its place', () => {
    expect(flushing.downlinks).toEqual({
      protocol: 'TB_MQTT',
      map: DEFAULT_COMMAND_MAP,
      requests: [{ code: 'FLUSH', ...request }],
    })
    const both = withCommand(flushing, 1, { command: { ...FLUSH, code: 'RINSE' }, request })
    const louder = withCommand(both, 0, {
      command: { ...FLUSH, danger: 'DOUBLE' },
      request: { method: 'f', params: '1' },
    })
    expect(louder.commands.map(({ code, danger }) => `${code} ${danger}`)).toEqual(['FLUSH DOUBLE', 'RINSE CONFIRM'])
    expect(ownRequestOf(louder, 'FLUSH')).toEqual({ method: 'f', params: '1' })
    expect(ownRequestOf(louder, 'RINSE')).toEqual(request)
  })

  it('keeps its request when its code is another one, in every protocol', () => {
    const renamed = withCommand(flushing, 0, { command: { ...FLUSH, code: 'RINSE' }, request: null })
    expect(renamed.downlinks).toMatchObject({ requests: [{ code: 'RINSE', ...request }] })
    const station = withCommand(STATION, 0, { command: FLUSH, request })
    expect(station.downlinks).toEqual({ protocol: 'SL651', requests: [{ code: 'FLUSH', func: '37' }] })
    const own = { ...station, downlinks: { protocol: 'SL651', requests: [{ code: 'FLUSH', func: '4A' }] } } as const
    expect(withCommand(own, 0, { command: { ...FLUSH, code: 'RINSE' }, request: null }).downlinks).toEqual({
      protocol: 'SL651',
      requests: [{ code: 'RINSE', func: '4A' }],
    })
  })

  it('leaves to the map what the map has', () => {
    const open = withCommand(MQTT, 0, { command: { ...FLUSH, code: 'OPEN' }, request: null })
    expect(ownRequestOf(open, 'OPEN')).toBeNull()
    expect(open.downlinks).toEqual({ protocol: 'TB_MQTT', map: DEFAULT_COMMAND_MAP })
  })

  it('is copied under a free code, with its request', () => {
    const copy = copiedCommand(flushing, 0)!
    expect([copy.command.code, copy.request]).toEqual(['FLUSH_2', request])
    const three = withCommand(flushing, 1, copy)
    expect(copiedCommand(three, 0)?.command.code).toBe('FLUSH_3')
    const long = { ...FLUSH, code: 'A'.repeat(32) }
    expect(copiedCommand(withCommand(MQTT, 0, { command: long, request }), 0)?.command.code).toBe(`${'A'.repeat(29)}_2`)
    expect(copiedCommand(MQTT, 0)).toBeUndefined()
  })

  it('is moved within the list and not out of it', () => {
    const three = withCommand(withCommand(flushing, 1, copiedCommand(flushing, 0)!), 2, {
      command: { ...FLUSH, code: 'STOP' },
      request: null,
    })
    expect(codes(withMovedCommand(three, 2, 0))).toEqual(['STOP', 'FLUSH', 'FLUSH_2'])
    expect(codes(withMovedCommand(three, 0, 1))).toEqual(['FLUSH_2', 'FLUSH', 'STOP'])
    expect(withMovedCommand(three, 0, -1)).toBe(three)
    expect(withMovedCommand(three, 2, 3)).toBe(three)
  })
})
