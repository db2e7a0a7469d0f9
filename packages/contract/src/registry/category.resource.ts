import { defineResource } from '../machine/resource.ts'

/** The tree that products are sorted into (domain 2.1): each category says which products stand in it. */
export const categoryResource = defineResource({
  name: 'category',
  names: { many: ['产品分类', 'Product categories'], one: ['分类', 'category'] },
  service: 'cloud',
  path: 'category',
  table: 'product_category',
  permission: 'category',
  scope: 'none',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    code: { kind: 'text', label: ['编码', 'Code'], required: true, unique: true, max: 30, pattern: '[A-Za-z0-9_.-]+' },
    parentId: { kind: 'ref', to: 'category', label: ['上级分类', 'Part of'] },
    productIds: { kind: 'refs', to: 'product', label: ['产品', 'Products'] },
    sort: { kind: 'integer', label: ['排序', 'Order'], min: 0, max: 9999 },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['name', 'code', 'sort', 'remark'],
    keyword: ['name', 'code'],
    filters: ['productIds'],
    sort: { field: 'sort', order: 'asc' },
  },
  tree: { parent: 'parentId', way: true },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: (_row, { below }) => (below > 0 ? ['请先删除下级分类', 'Delete the categories below first'] : null),
})
