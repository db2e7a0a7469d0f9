import {
  createProduct,
  productModel,
  type InputOf,
  type ProductModel,
  productResource,
  publishProduct,
  saveProductDraft,
} from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'

type Begun = Pick<InputOf<typeof createProduct>, 'productNo' | 'from'>

/** Puts a product in force, with another model where one is given. Resolves with its id. */
async function putInForce(
  admin: ApiClient,
  { productNo, from }: Begun,
  model?: Partial<ProductModel>,
): Promise<string> {
  const { id } = await admin.call(createProduct, { productNo, name: productNo, englishName: productNo, from })
  const { version, draft } = await admin.call(productModel, { id })
  if (!draft) throw new Error(`${productNo} has no draft`)
  const saved = model && (await admin.call(saveProductDraft, { id, version, model: { ...draft.model, ...model } }))
  await admin.call(publishProduct, { id, version: saved?.version ?? version, note: 'test' })
  return id
}

/** Publishes a product made from another one, with another model where one is given. Resolves with its id. */
export async function makeProduct(
  admin: ApiClient,
  productNo: string,
  { from = 'MQTT-VALVE', model = {} }: { from?: string; model?: Partial<ProductModel> } = {},
): Promise<string> {
  const { list } = await admin.page(productResource, { keyword: from, limit: 100 })
  const copyOf = list.find((row) => row['productNo'] === from)?.id
  if (!copyOf) throw new Error(`there is no product ${from}`)
  return putInForce(admin, { productNo, from: { copyOf } }, model)
}

/** A product that begins with a ready model of the library, changed where asked, in force; the answer is its number. */
export async function makeReadyProduct(
  admin: ApiClient,
  template: string,
  productNo = `OF-${template}`,
  model?: Partial<ProductModel>,
): Promise<string> {
  await putInForce(admin, { productNo, from: { template } }, model)
  return productNo
}

/** What a person does who changes products. */
export function productSteps(admin: () => ApiClient) {
  const read = (id: string) => admin().call(productModel, { id })

  async function saved(id: string, change: (model: ProductModel) => ProductModel) {
    const { version, draft, inForce } = await read(id)
    return admin().call(saveProductDraft, { id, version, model: change((draft?.model ?? inForce)!) })
  }

  async function published(id: string, note = '第一版') {
    const { version } = await read(id)
    return admin().call(publishProduct, { id, version, note })
  }

  return { read, saved, published }
}
