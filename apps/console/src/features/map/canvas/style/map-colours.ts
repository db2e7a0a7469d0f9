/** The colours of the land (docs/spec/look.md#5). Markers take theirs from the tokens, so that both stay one set. */
const LAND_COLOURS = {
  light: {
    out: '#dfe4e8',
    land: '#f0f2ed',
    field: '#e4ecdc',
    field2: '#dde8d6',
    parcel: '#d3dfca',
    water: '#b4d5ea',
    waterEdge: '#8fbcd9',
    canal: '#4284b4',
    flow: '#0b2b44',
    flowEdge: '#f0f2ed',
    lateral: '#8dbbd8',
    road: '#ffffff',
    roadEdge: '#d3d8dc',
    built: '#dcd9d3',
    name: '#5a6670',
    areaName: '#5b6874',
    waterName: '#2f7099',
    edge: '#8d99a4',
    grid: '#d3d9dd',
  },
  dark: {
    out: '#0c1116',
    land: '#141b20',
    field: '#17221d',
    field2: '#16251f',
    parcel: '#20302a',
    water: '#1a3a50',
    waterEdge: '#27536f',
    canal: '#3f7fa8',
    flow: '#e3f1fa',
    flowEdge: '#10181e',
    lateral: '#2b5672',
    road: '#29343d',
    roadEdge: '#1a232a',
    built: '#232c33',
    name: '#93a0ab',
    areaName: '#8d9aa7',
    waterName: '#6fb0da',
    edge: '#4b5a67',
    grid: '#182027',
  },
  night: {
    out: '#030405',
    land: '#0a0d10',
    field: '#0c1311',
    field2: '#0b1512',
    parcel: '#131d19',
    water: '#0f2636',
    waterEdge: '#1a3c52',
    canal: '#2d6385',
    flow: '#b4d2e4',
    flowEdge: '#0a0d10',
    lateral: '#1d3f55',
    road: '#1a2127',
    roadEdge: '#0f1418',
    built: '#151b20',
    name: '#76818b',
    areaName: '#7c8791',
    waterName: '#4e8bb3',
    edge: '#35414b',
    grid: '#0b0e11',
  },
} as const

type Appearance = keyof typeof LAND_COLOURS
export type LandColours = Record<keyof (typeof LAND_COLOURS)['light'], string>

const MARK_TOKENS = {
  surface: 'surface',
  ink: 'ink',
  onMark: 'on-mark',
  online: 'm-online',
  moving: 'm-moving',
  offline: 'm-offline',
  level1: 'm-l1',
  level2: 'm-l2',
  level3: 'm-l3',
  level4: 'm-l4',
  level4Text: 's-l4',
  battery: 'm-batt',
  batteryEdge: 'batt-edge',
  disabled: 'm-dis',
  unknown: 'm-unk',
  pending: 's-pend',
} as const

export type MarkColours = Record<keyof typeof MARK_TOKENS, string>

const BIN_TOKENS = ['bin-1', 'bin-2', 'bin-3', 'bin-4', 'bin-5'] as const

/** All values that a drawing needs. `key` identifies the look. */
export interface MapLook {
  key: string
  land: LandColours
  mark: MarkColours
  /** The colours of the bins, the first of bin 1. */
  bins: readonly string[]
  font: string
}

function appearanceNow(): Appearance {
  const named = document.documentElement.dataset['appearance'] ?? 'light'
  return (named in LAND_COLOURS ? named : 'light') as Appearance
}

/** The land's colours in the appearance of the page, for what is drawn over the map in every frame. */
export function landColours(): LandColours {
  return LAND_COLOURS[appearanceNow()]
}

export function readLook(): MapLook {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const appearance = appearanceNow()
  const mark = Object.fromEntries(Object.entries(MARK_TOKENS).map(([name, key]) => [name, token(key)])) as MarkColours
  const bins = BIN_TOKENS.map(token)
  return { key: appearance, land: LAND_COLOURS[appearance], mark, bins, font: token('font') }
}
