import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'
import { DEVICE_TYPE_CODES, type DeviceTypeCode } from './device-type-code.ts'

/** The ground of a type's icon, by the series colours of the look: no colour of a state is among them. */
export const TYPE_COLOURS = ['NONE', 'BLUE', 'VIOLET', 'TEAL', 'GREY', 'ROSE', 'OLIVE'] as const
export type TypeColour = (typeof TYPE_COLOURS)[number]
export const TYPE_COLOUR_WORDS: Readonly<Record<TypeColour, Words>> = {
  NONE: ['无', 'None'],
  BLUE: ['蓝', 'Blue'],
  VIOLET: ['紫', 'Violet'],
  TEAL: ['青', 'Teal'],
  GREY: ['灰', 'Grey'],
  ROSE: ['玫红', 'Rose'],
  OLIVE: ['橄榄', 'Olive'],
}

/** What the page of a device has beside its values: its commands, these and its excursions, or nothing. */
export const TYPE_PANELS = ['CONTROL', 'TEMPERATURE', 'NONE'] as const
export type TypePanel = (typeof TYPE_PANELS)[number]
export const TYPE_PANEL_WORDS: Readonly<Record<TypePanel, Words>> = {
  CONTROL: ['控制面板', 'Commands'],
  TEMPERATURE: ['控制面板和超限记录', 'Commands and excursions'],
  NONE: ['只看数据', 'Values only'],
}

/** The panel of a type until the registry is known, and of one that it has no longer. */
export function usualPanel(code: string): TypePanel {
  return code === 'TEMP' ? 'TEMPERATURE' : 'CONTROL'
}

/**
 * The kinds of devices there are (domain 2.1): how they are called and drawn, and what a new product of one begins with.
 * Their codes are those that the program knows; one that no product uses may be deleted, and added again.
 */
export const deviceTypeResource = defineResource({
  name: 'deviceType',
  names: { many: ['设备类型', 'Device types'], one: ['设备类型', 'device type'] },
  service: 'device',
  path: 'type',
  table: 'device_type',
  permission: 'deviceType',
  scope: 'none',
  display: 'name',
  fields: {
    /** In the language of the reader. */
    name: { kind: 'text', required: true, write: 'never' },
    code: {
      kind: 'enum',
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
      required: true,
      write: 'insert',
    },
    chineseName: { kind: 'text', required: true, max: 20 },
    englishName: {
      kind: 'text',
      required: true,
      max: 30,
      pattern: '[^\\u2e80-\\u9fff\\uf900-\\ufaff]+',
    },
    icon: {
      kind: 'enum',
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
      required: true,
    },
    colour: {
      kind: 'enum',
      enumName: 'typeColour',
      values: TYPE_COLOURS,
      words: TYPE_COLOUR_WORDS,
      fallback: 'NONE',
      required: true,
    },
    panel: {
      kind: 'enum',
      enumName: 'typePanel',
      values: TYPE_PANELS,
      words: TYPE_PANEL_WORDS,
      fallback: 'CONTROL',
      required: true,
    },
    /** Where its new products are sorted into. */
    categoryId: { kind: 'ref', to: 'category' },
    /** Of a new product, and so of its devices without an interval of their own. */
    reportIntervalS: {
      kind: 'duration',
      required: true,
      min: 5,
      max: 604_800,
    },
    /** The same; without it a device is silent after two intervals and a half. */
    silentAfterS: { kind: 'duration', min: 5, max: 2_592_000 },
    /** It sleeps between reports: a new product need not stay connected. */
    sleepy: { kind: 'boolean' },
    productCount: { kind: 'integer', required: true, write: 'never' },
    /** Of the devices that the reader sees. */
    deviceCount: { kind: 'integer', required: true, write: 'never' },
    sort: { kind: 'integer', min: 0, max: 9999 },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: [
      'name',
      'colour',
      'panel',
      'categoryId',
      'reportIntervalS',
      'silentAfterS',
      'sleepy',
      'productCount',
      'deviceCount',
    ],
    keyword: ['name', 'englishName'],
    filters: ['panel', 'categoryId'],
    sort: { field: 'sort', order: 'asc' },
    sorts: ['name', 'sort', 'reportIntervalS', 'silentAfterS'],
  },
  form: [
    'code',
    'chineseName',
    'englishName',
    'icon',
    'colour',
    'panel',
    'categoryId',
    'reportIntervalS',
    'silentAfterS',
    'sleepy',
    'sort',
    'remark',
  ],
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ productCount }) =>
    productCount > 0 ? [`还有 ${productCount} 个产品是这种类型`, `Products of this type: ${productCount}`] : null,
})
export type DeviceTypeRow = Row<typeof deviceTypeResource>

/** How a type is called, drawn and shown: what the console needs of it before it draws anything. */
export interface TypeFace {
  code: DeviceTypeCode
  name: Words
  icon: DeviceTypeCode
  colour: TypeColour
  panel: TypePanel
}
