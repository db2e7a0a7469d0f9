import type { County, CountySite } from '../county/county.ts'
import { type FieldKind, placeOfProbe, type ProbePlace } from '../mqtt/field-unit.ts'
import { seedOf } from '../random.ts'
import { departmentOf } from './departments.ts'
import { addressOf } from './names.ts'
import type { DemoDevice, DemoProduct, DemoScene, DemoStation, WorldOptions } from './world.types.ts'

/** Products of the county that begin with a ready model. */
const FIELD_PRODUCTS = {
  'QH-LAMP-CONCENTRATOR': ['LIB-MQTT-LAMP-CONCENTRATOR', '路灯集中器', 'Lamp concentrator'],
  'QH-LAMP': ['LIB-MQTT-LAMP-NODE', '单灯从机', 'Lamp behind a concentrator'],
  'QH-TEMP-MASTER': ['LIB-MQTT-TEMP-MASTER', '测温主机', 'Temperature master'],
  'QH-TEMP-PROBE': ['LIB-MQTT-TEMP-PROBE', '温湿度探头', 'Temperature probe'],
  'QH-HYDRANT': ['LIB-MQTT-FIELD-HYDRANT', '田间给水栓', 'Field hydrant'],
  'QH-COVER': ['LIB-MQTT-COVER', '智能井盖', 'Manhole cover'],
  'QH-WELL': ['LIB-MQTT-WELL-CONTROLLER', '机井控制器', 'Well controller'],
  'QH-SOIL': ['LIB-MQTT-SOIL', '土壤墒情传感器', 'Soil sensor'],
} as const
type ProductNo = keyof typeof FIELD_PRODUCTS

export const DEMO_PRODUCTS: readonly DemoProduct[] = Object.entries(FIELD_PRODUCTS).map(
  ([productNo, [template, name, englishName]]) => ({ productNo, template, name, englishName }),
)

/** What the places of the probes are to keep (domain 3.3). */
const SCENES: Readonly<Record<ProbePlace, DemoScene>> = {
  COOL_STORE: { name: '冷藏库', lower: 0, upper: 4 },
  FREEZER: { name: '冷冻库', lower: -25, upper: -18 },
  GREENHOUSE: { name: '育苗温室', lower: 15, upper: 30 },
}

/** About 60 m: the distance of two lamps of a street. */
const STEP_DEG = 0.0006
const LAMP_W = 120

interface Direct {
  kind: FieldKind
  productNo: ProductNo
  prefix: string
  name: string
  count: number
  on: CountySite['ground']
}
const DIRECT: readonly Direct[] = [
  { kind: 'HYDRANT', productNo: 'QH-HYDRANT', prefix: 'QH-H', name: '给水栓', count: 6, on: 'FIELD' },
  { kind: 'COVER', productNo: 'QH-COVER', prefix: 'QH-C', name: '井盖', count: 6, on: 'TOWN' },
  { kind: 'WELL', productNo: 'QH-WELL', prefix: 'QH-W', name: '机井控制器', count: 4, on: 'FIELD' },
  { kind: 'SOIL_NODE', productNo: 'QH-SOIL', prefix: 'QH-S', name: '墒情点', count: 4, on: 'FIELD' },
]

/** A device some steps away from a place of the county, in the order of a street. */
function beside(site: CountySite, step: number, more: Pick<DemoDevice, 'name' | 'deviceNo' | 'productNo'>): DemoDevice {
  const place = { lng: site.lng + step * STEP_DEG, lat: site.lat + (step % 2) * (STEP_DEG / 3) }
  return { ...more, ...place, department: departmentOf(site.district), address: addressOf(site) }
}

function station(
  options: WorldOptions,
  device: DemoDevice,
  kind: FieldKind | 'FIELD_GATEWAY',
  slaves: readonly { device: DemoDevice; kind: FieldKind }[] = [],
): DemoStation {
  const { reportIntervalS } = options
  const planned = {
    kind,
    name: device.deviceNo,
    seed: seedOf(options.seed, device.deviceNo),
    reportIntervalS,
    keepReports: 120,
    slaves: slaves.map((slave) => ({
      name: slave.device.deviceNo,
      seed: seedOf(options.seed, slave.device.deviceNo),
      kind: slave.kind,
    })),
  }
  return {
    device: { ...device, reportIntervalS },
    slaves: slaves.map((slave) => slave.device),
    carrier: { protocol: 'TB_MQTT', planned },
  }
}

function street(options: WorldOptions, site: CountySite): DemoStation {
  const concentrator = { name: `${site.on}东街路灯集中器`, deviceNo: 'QH-LC01', productNo: 'QH-LAMP-CONCENTRATOR' }
  const lamps = Array.from({ length: 12 }, (_, n) => {
    const loopNo = n < 6 ? '东街-1' : '东街-2'
    const named = { name: `${site.on}东街-${n + 1}#灯`, deviceNo: `QH-LC01-${n + 1}`, productNo: 'QH-LAMP' }
    const pole = { poleNo: `DJ-${String(n + 1).padStart(3, '0')}`, loopNo, ratedW: LAMP_W }
    return { kind: 'LAMP' as const, device: { ...beside(site, n + 1, named), pole } }
  })
  return station(options, beside(site, 0, concentrator), 'FIELD_GATEWAY', lamps)
}

function store(options: WorldOptions, site: CountySite): DemoStation {
  const master = { name: `${site.on}冷库测温主机`, deviceNo: 'QH-TM01', productNo: 'QH-TEMP-MASTER' }
  const probes = Array.from({ length: 8 }, (_, n) => {
    const named = { name: `${site.on}${n + 1}#测温探头`, deviceNo: `QH-TM01-${n + 1}`, productNo: 'QH-TEMP-PROBE' }
    const scene = SCENES[placeOfProbe(seedOf(options.seed, named.deviceNo))]
    const probe = { probePosition: `${scene.name} ${n + 1}#`, scene }
    return { kind: 'PROBE' as const, device: { ...beside(site, 0, named), probe } }
  })
  return station(options, beside(site, 0, master), 'FIELD_GATEWAY', probes)
}

/**
 * What the county has besides water works: a lit street, a cold store, and a few hydrants, covers, wells and soil sensors.
 * They have no past: it begins when they first report.
 */
export function fieldStations({ sites }: County, options: WorldOptions): DemoStation[] {
  const on = (ground: CountySite['ground']) => sites.filter((site) => site.ground === ground)
  const towns = on('TOWN')
  const direct = DIRECT.flatMap(({ kind, productNo, prefix, name, count, on: ground }, sort) =>
    Array.from({ length: count }, (_, n) => {
      const places = on(ground)
      const site = places[(n * 7 + sort) % places.length] as CountySite
      const named = {
        name: `${site.on}${n + 1}#${name}`,
        deviceNo: `${prefix}${String(n + 1).padStart(3, '0')}`,
        productNo,
      }
      return station(options, beside(site, sort + 1, named), kind)
    }),
  )
  return [street(options, towns[0] as CountySite), store(options, towns[1 % towns.length] as CountySite), ...direct]
}
