import { type CommandMap, commandMapProblems, productPoints, productResource, saveCommandMap } from '@sluice/contract'
import type { Catalogue } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { lockProduct, pointsOfProducts, setCommandMap } from './product.store.ts'
import { traitsSql } from './traits.rules.ts'

/** Models, and their command maps. */
export function mountProducts(api: Api, catalogue: Catalogue): void {
  const { types, typeOf } = catalogue
  const words = types.map(({ productNo, name, englishName }) => [productNo, { 'zh-CN': name, 'en-US': englishName }])
  mountResource(api, productResource, {
    words: { name: { code: '{row}.product_no', words: Object.fromEntries(words) } },
    computed: {
      traits: traitsSql('t.product_no', catalogue),
      deviceCount: 'select count(*) from device d where d.product_id = t.id and not d.deleted and {scope:device d}',
    },
  })
  mountOperation(api, productPoints, () => pointsOfProducts(api.db))
  mountOperation(api, saveCommandMap, async ({ id, version, commandMap }, { session, ip, traceId }) => {
    // A product belongs to everyone: its map decides the commands of other departments' valves.
    if (!session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
    await api.db.transaction(async (tx) => {
      const product = await lockProduct(tx, rowId(id))
      const type = product && typeOf(product.productNo)
      if (!type) throw new AppError('not-found')
      if (!type.commandMap) throw new AppError('validation', { fields: { commandMap: 'wrong-protocol' } })
      refuseProblems(commandMap)
      if (product.version !== version) throw new AppError('stale-version')
      await setCommandMap(tx, id, commandMap)
      const change = { before: { commandMap: product.commandMap }, after: { commandMap } }
      await recordOperation(tx, session, { action: saveCommandMap.audit, targetIds: [id], ...change, ip, traceId })
    })
    api.rowsChanged?.(productResource, [null])
    return true as const
  })
}

function refuseProblems(commandMap: CommandMap | null): void {
  const problems = commandMap ? Object.entries(commandMapProblems(commandMap)) : []
  if (problems.length === 0) return
  const fields = problems.map(([path, reason]) => [`commandMap.${path}`, reason])
  throw new AppError('validation', { fields: Object.fromEntries(fields) })
}
