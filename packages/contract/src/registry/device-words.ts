import type { Words } from '../machine/words.ts'
import type { Lifecycle, Network } from './device-life.ts'

export const LIFECYCLE_WORDS: Readonly<Record<Lifecycle, Words>> = {
  PRODUCED: ['已生产', 'Produced'],
  IN_STOCK: ['在库', 'In stock'],
  SHIPPED: ['已出库', 'Shipped'],
  INSTALLED: ['已安装', 'Installed'],
  UNDER_REPAIR: ['维修中', 'Under repair'],
  RETIRED: ['已报废', 'Retired'],
}

export const NETWORK_WORDS: Readonly<Record<Network, Words>> = {
  CAT1_4G: ['4G Cat.1', '4G Cat.1'],
  NB_IOT: ['NB-IoT', 'NB-IoT'],
  LORA: ['LoRa', 'LoRa'],
  LORAWAN: ['LoRaWAN', 'LoRaWAN'],
  ETHERNET: ['以太网', 'Ethernet'],
  RS485: ['RS-485', 'RS-485'],
}

export const COORD_SOURCES = ['GPS', 'MAP_PICK', 'IMPORT'] as const
export const COORD_SOURCE_WORDS: Readonly<Record<(typeof COORD_SOURCES)[number], Words>> = {
  GPS: ['GPS', 'GPS'],
  MAP_PICK: ['地图选点', 'Map'],
  IMPORT: ['导入', 'Import'],
}

export const AREA_KINDS = ['PROVINCE', 'CITY', 'COUNTY', 'TOWN', 'VILLAGE', 'DISTRICT', 'DMA', 'SITE'] as const
export const AREA_KIND_WORDS: Readonly<Record<(typeof AREA_KINDS)[number], Words>> = {
  PROVINCE: ['省', 'Province'],
  CITY: ['市', 'City'],
  COUNTY: ['县', 'County'],
  TOWN: ['乡镇', 'Town'],
  VILLAGE: ['村', 'Village'],
  DISTRICT: ['灌区', 'Irrigation district'],
  DMA: ['计量分区', 'DMA'],
  SITE: ['站点', 'Site'],
}

export const GROUP_KINDS = ['NORMAL', 'ROTATION', 'LAMP_LOOP', 'DMA'] as const
export const GROUP_KIND_WORDS: Readonly<Record<(typeof GROUP_KINDS)[number], Words>> = {
  NORMAL: ['普通分组', 'Group'],
  ROTATION: ['轮灌组', 'Rotation group'],
  LAMP_LOOP: ['灯回路', 'Lamp loop'],
  DMA: ['计量分区', 'DMA'],
}

export const MEMBERSHIPS = ['HAND', 'FILTER'] as const
export const MEMBERSHIP_WORDS: Readonly<Record<(typeof MEMBERSHIPS)[number], Words>> = {
  HAND: ['手动选择', 'Chosen by hand'],
  FILTER: ['按条件', 'By condition'],
}
