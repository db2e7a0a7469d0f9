import type { CountySite } from '../county/county.ts'
import type { Placed } from './placement.ts'

const BRIDGES = [
  '柳林桥',
  '石佛渡',
  '三里闸',
  '清平桥',
  '下河湾',
  '杨树坝',
  '老龙口',
  '望河亭',
  '新桥',
  '北大闸',
  '白马渡',
  '双河口',
  '红石滩',
]
const VILLAGES = [
  '大杨庄',
  '小李屯',
  '前石村',
  '后石村',
  '柳林村',
  '王家堰',
  '双井村',
  '枣园村',
  '高台村',
  '苇子沟',
  '青苗庄',
  '南洼村',
  '刘家集',
  '孟庄',
  '赵官屯',
  '梨园村',
  '东马坊',
  '西马坊',
  '胡家桥',
  '崔楼',
  '龙王庙村',
  '郭家洼',
  '沙河铺',
  '槐树营',
  '陈家店',
  '冯家窑',
  '桃花坞',
  '谷家台',
]

/** Numbers what stands on one canal: 东干渠1号测控站, 东干渠2号测控站. */
export class Counter {
  readonly #counts = new Map<string, number>()

  next(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count
  }
}

export function valveName({ on, no }: CountySite): string {
  return `${on}-${no}#阀`
}

function village(nth: number): string {
  return VILLAGES[nth % VILLAGES.length] as string
}

/** The display name of a station. */
export function nameOf({ build, site, nth }: Placed, counter: Counter): string {
  const { on, no } = site
  switch (build.kind) {
    case 'VALVE_STATION':
      return `${on}${counter.next(`${on} station`)}号测控站`
    case 'GATEWAY':
      return `${on}${counter.next(`${on} gateway`)}#网关`
    case 'VALVE':
      return valveName(site)
    case 'LEVEL':
      if (site.ground === 'SHORE') return `${on}${no === 1 ? '坝前' : '库尾'}水位站`
      if (site.ground === 'CANAL') return `${on}-${no}#水位计`
      return `${on}${BRIDGES[(nth + BRIDGES.length - 2) % BRIDGES.length]}水位站`
    case 'SOIL':
      return `${village(nth)}墒情站`
    case 'PUMP':
      return `${village(nth + 16)}${nth % 3 === 0 ? '提水泵站' : '机井'}`
    case 'METER':
      return `${on}-${no}#流量计`
    case 'PRESSURE':
      return `${on}-${no}#测压点`
    case 'WEATHER':
      return `${on}气象站`
  }
}

/** Where it is, in words. */
export function addressOf({ ground, on, km }: CountySite): string {
  switch (ground) {
    case 'SHORE':
      return `清河县${on}`
    case 'FIELD':
      return `清河县${on}农田`
    case 'TOWN':
      return `清河县${on}`
    default:
      return `清河县${on}${km.toFixed(1)}公里处`
  }
}
