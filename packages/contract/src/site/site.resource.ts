import { LANGUAGES } from '../machine/language.ts'
import { defineResource, type Row } from '../machine/resource.ts'

/** The look of the console at one host before sign-in (domain 1.1 SiteProfile, BC-8). */
export const siteResource = defineResource({
  name: 'site',
  names: { many: ['域名与外观', 'Domains and look'], one: ['域名', 'domain'] },
  service: 'security',
  path: 'site',
  table: 'site_profile',
  permission: 'site',
  scope: 'dept',
  display: 'host',
  fields: {
    /** A name or address, with its port only where one site differs from another by it. */
    host: {
      kind: 'text',
      required: true,
      unique: true,
      max: 255,
      pattern: '([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:]+\\])(:[0-9]{1,5})?',
    },
    webName: { kind: 'text', max: 40 },
    deptId: { kind: 'ref', to: 'dept' },
    language: { kind: 'enum', enumName: 'language', values: LANGUAGES },
    /** An address as SB-8 allows it: http(s), a path of this site, or `data:image/…` but no svg. */
    logo: { kind: 'longText', max: 100_000 },
    /** How its people read values unless they choose otherwise (`unitsOfText`). */
    units: { kind: 'text', label: ['计量单位', 'Units'], max: 300 },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['host', 'webName', 'logo', 'deptId', 'language'],
    keyword: ['host', 'webName'],
    filters: ['deptId'],
    sort: { field: 'host', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type SiteRow = Row<typeof siteResource>
