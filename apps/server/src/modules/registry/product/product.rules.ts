import type { ModelProblems, ProductModel } from '@sluice/contract'

/** What devices of a product were registered by: it stays while there are any. */
const FIXED = ['deviceTypeCode', 'nodeKind', 'protocol'] as const

/** Why a model cannot follow the one in force while devices have it. */
export function fixedProblems(inForce: ProductModel, next: ProductModel): ModelProblems {
  const changed = FIXED.filter((name) => inForce[name] !== next[name])
  return Object.fromEntries(changed.map((name) => [name, 'fixed-by-devices' as const]))
}

/** What a product begins with when it is made from nothing: valid, and unable to do anything yet. */
export function emptyModel(
  facts: Pick<ProductModel, 'productNo' | 'name' | 'englishName' | 'deviceTypeCode' | 'nodeKind' | 'protocol'>,
): ProductModel {
  return {
    ...facts,
    keepsOnline: true,
    reportIntervalS: 300,
    points: [],
    uplink: emptyUplink(facts),
    commands: [],
    downlinks: null,
  }
}

function emptyUplink({ protocol, nodeKind }: Pick<ProductModel, 'protocol' | 'nodeKind'>): ProductModel['uplink'] {
  if (protocol === 'TB_MQTT') return { protocol, keys: [] }
  if (protocol !== 'SL651' || nodeKind === 'SLAVE') return null
  return { protocol, elements: [], statusBits: [], switches: [], gates: null }
}
