import { emptyModel, type Metric } from '@sluice/contract'
import { expect, test } from 'vitest'
import { renamingProblems } from './product.rules.ts'

const SILT: Metric = { key: 'silt', kind: 'number', unit: 'm', decimals: 1, name: ['淤积', 'Silt'] }
const MODEL = emptyModel({
  productNo: 'A',
  name: '甲',
  englishName: 'A',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
})
const problems = (metric: Metric) =>
  renamingProblems({ ...MODEL, metrics: [SILT] }, { ...MODEL, metrics: [SILT, metric] })

test('a renamed metric keeps the kind and the unit of its stored values', () => {
  const renamed = { ...SILT, key: 'mud', was: ['sand', 'silt'] }
  expect(problems(renamed)).toEqual({})
  expect(problems({ ...renamed, unit: 'cm' })).toEqual({ 'metrics.1.unit': 'fixed-by-history' })
  expect(problems({ ...renamed, kind: 'integer' })).toEqual({ 'metrics.1.kind': 'fixed-by-history' })
  expect(problems({ ...renamed, was: ['sand'], unit: 'cm' })).toEqual({})
})
