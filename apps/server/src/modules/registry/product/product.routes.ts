import {
  createProduct,
  discardProductDraft,
  emptyModel,
  exportProduct,
  exportTsl,
  importProduct,
  importTsl,
  type InputOf,
  type ProductModel,
  productLibrary,
  productModel,
  productPoints,
  productResource,
  productVersionModel,
  productVocabulary,
  publishProduct,
  retireProduct,
  reviveProduct,
  rollBackProduct,
  saveCommandMap,
  saveProductDraft,
} from '@sluice/contract'
import {
  type Catalogue,
  DERIVED_METRICS,
  METRICS,
  OWN_METRICS,
  modelOfTsl,
  PRODUCT_LIBRARY,
  tslOfModel,
} from '@sluice/devices'
import { AppError } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { traitsSql } from '../traits.rules.ts'
import { typeDefaults } from '../type/device-type.store.ts'
import { hashOf, type Products } from './product.service.ts'
import { devicesOf, findProduct, pointsOfProducts, versionModel, versionsOf } from './product.store.ts'

interface Deps {
  products: Products
  catalogue: Catalogue
}

/** Models of devices: what is in force, what is being changed, and every version. */
export function mountProducts(api: Api, deps: Deps): void {
  const { catalogue } = deps
  mountResource(api, productResource, {
    words: { name: { column: 'english_name' } },
    computed: {
      traits: traitsSql('t', catalogue),
      hasDraft: 't.draft is not null',
      deviceCount: 'select count(*) from device d where d.product_id = t.id and not d.deleted and {scope:device d}',
    },
  })
  mountReading(api, deps)
  mountChanges(api, deps.products)
}

function mountReading(api: Api, { catalogue }: Deps): void {
  const { db } = api
  mountOperation(api, productPoints, () => pointsOfProducts(db))
  mountOperation(api, productModel, async ({ id }) => {
    const product = await findProduct(db, rowId(id))
    if (!product) throw new AppError('not-found')
    const { version, versionNo, status, model: inForce, draft, draftBase, draftTime, draftBy: byName } = product
    return {
      version,
      versionNo,
      status,
      inForce,
      draft: draft && { model: draft, base: draftBase ?? 0, savedTime: draftTime ?? '', byName },
      versions: await versionsOf(db, product.id),
      devices: await devicesOf(db, product.id),
    }
  })
  mountOperation(api, productVersionModel, async ({ id, versionNo }) => {
    const model = await versionModel(db, rowId(id), versionNo)
    if (!model) throw new AppError('not-found')
    return model
  })
  mountOperation(api, exportProduct, async ({ id }) => {
    const model = await exported(db, id)
    return { format: 'sluice-product' as const, formatVersion: 1 as const, hash: hashOf(model), model }
  })
  mountOperation(api, exportTsl, async ({ id }) => tslOfModel(await exported(db, id)))
  mountOperation(api, productLibrary, () =>
    Promise.resolve(
      PRODUCT_LIBRARY.map(({ productNo, name, englishName, deviceTypeCode, protocol }) => {
        return { productNo, name, englishName, deviceTypeCode, protocol }
      }),
    ),
  )
  mountOperation(api, productVocabulary, async () => ({
    metrics: [...METRICS],
    usual: [...OWN_METRICS, ...DERIVED_METRICS.map(({ metric }) => metric)],
    protocols: catalogue.protocols.map(({ protocol, mapsCommands = false }) => ({ protocol, mapsCommands })),
    elements: catalogue.protocols.flatMap(({ elements = [] }) => [...elements]),
  }))
}

function mountChanges(api: Api, products: Products): void {
  const { db } = api
  mountOperation(api, createProduct, async ({ from, ...facts }, context) => {
    const model = { ...(await beginning(db, from, facts)), ...facts }
    return { id: await products.create(model, createProduct.audit, context) }
  })
  mountOperation(api, importProduct, ({ file }, context) => products.bring(file, importProduct.audit, context))
  mountOperation(api, importTsl, async ({ tsl, ...facts }, context) => {
    const { model: read, leftOut } = modelOfTsl(tsl, facts)
    const model = await withTypeDefaults(db, read)
    return { id: await products.create(model, importTsl.audit, context), leftOut }
  })
  mountOperation(api, saveProductDraft, ({ model, ...change }, context) => products.save(change, model, context))
  mountOperation(api, discardProductDraft, async (change, context) => ({
    gone: await products.discard({ ...change, action: discardProductDraft.audit }, context),
  }))
  mountOperation(api, publishProduct, async ({ note, ...change }, context) => ({
    versionNo: await products.publish({ ...change, action: publishProduct.audit }, note, context),
  }))
  mountOperation(api, rollBackProduct, async ({ note, versionNo, ...change }, context) => ({
    versionNo: await products.rollBack({ ...change, action: rollBackProduct.audit }, { versionNo, note }, context),
  }))
  mountOperation(api, retireProduct, async ({ id }, context) => {
    await products.setStatus({ id, action: retireProduct.audit }, 'RETIRED', context)
    return true as const
  })
  mountOperation(api, reviveProduct, async ({ id }, context) => {
    await products.setStatus({ id, action: reviveProduct.audit }, 'PUBLISHED', context)
    return true as const
  })
  mountOperation(api, saveCommandMap, async ({ id, version, commandMap }, context) => {
    await products.saveMap({ id, version, action: saveCommandMap.audit }, commandMap, context)
    return true as const
  })
}

type Begun = InputOf<typeof createProduct>

/** What a new product begins with. @throws AppError `validation` where there is nothing to copy. */
async function beginning(db: Sql, from: Begun['from'], facts: Omit<Begun, 'from'>): Promise<ProductModel> {
  if (!('copyOf' in from || 'template' in from)) return withTypeDefaults(db, emptyModel({ ...facts, ...from }))
  const [field, model] =
    'copyOf' in from
      ? ['from.copyOf', await modelOf(db, from.copyOf)]
      : ['from.template', PRODUCT_LIBRARY.find(({ productNo }) => productNo === from.template)]
  if (!model) throw new AppError('validation', { fields: { [field]: 'not-found' } })
  return model
}

/** A model that nobody described yet reports as its type usually does. */
async function withTypeDefaults(db: Sql, model: ProductModel): Promise<ProductModel> {
  const usual = await typeDefaults(db, model.deviceTypeCode)
  if (!usual) return model
  const { reportIntervalS, silentAfterS, sleepy } = usual
  return { ...model, reportIntervalS, keepsOnline: !sleepy, ...(silentAfterS === null ? {} : { silentAfterS }) }
}

/** The model in force, else the draft; undefined without such a product. */
async function modelOf(db: Sql, id: string): Promise<ProductModel | undefined> {
  const product = await findProduct(db, rowId(id))
  return product?.model ?? product?.draft ?? undefined
}

async function exported(db: Sql, id: string): Promise<ProductModel> {
  const model = await modelOf(db, id)
  if (!model) throw new AppError('not-found')
  return model
}
