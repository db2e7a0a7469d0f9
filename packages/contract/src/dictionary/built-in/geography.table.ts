import { GEO_FLOWS, GEO_KINDS, GEO_RANKS } from '../../geography/geo-feature.resource.ts'
import { type BuiltInType, named } from './built-in-type.ts'

/** Of the map. */
export const GEOGRAPHY_DICTIONARIES: readonly BuiltInType[] = [
  {
    dictType: 'geo_kind',
    dictName: '地物类型',
    englishName: 'Feature kind',
    enumName: 'geoKind',
    entries: named(
      GEO_KINDS,
      ['水系', '渠道', '管道', '道路', '田块', '居民地', '地名', '区界'],
      ['Water', 'Canal', 'Pipe', 'Road', 'Field', 'Built-up area', 'Place', 'Boundary'],
    ),
  },
  {
    dictType: 'geo_rank',
    dictName: '地物等级',
    englishName: 'Feature rank',
    enumName: 'geoRank',
    entries: named(GEO_RANKS, ['主要', '一般', '次要'], ['Main', 'Branch', 'Minor']),
  },
  {
    dictType: 'geo_flow',
    dictName: '水流方向',
    englishName: 'Flow direction',
    enumName: 'geoFlow',
    entries: named(GEO_FLOWS, ['沿绘制方向', '逆绘制方向', '双向'], ['As drawn', 'Against the drawing', 'Both ways']),
  },
]
