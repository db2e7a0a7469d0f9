import type { Field, Fields, Values } from './field.ts'

/** The services of the API and their base paths (console-behaviour BS-1). */
export const SERVICES = {
  security: '/security/v1',
  device: '/device/v1',
  valve: '/valve/v1',
  cloud: '/cloud/v1',
  hydrant: '/hydrant/v1',
  flow: '/flow/v1',
  netty: '/netty/v1',
} as const
export type Service = keyof typeof SERVICES

export type ResourceAction = 'insert' | 'update' | 'del' | 'export' | 'import'
export type SortOrder = 'asc' | 'desc'

/**
 * All of one thing's CRUD in one value: the server mounts it, the console draws it, the walkers check it.
 * It never makes a table: migrations are SQL by hand, and a walker compares the two.
 */
export interface Resource<F extends Fields = Fields> {
  name: string
  service: Service
  /** Path segment below the service, e.g. `sysUser` -> `/security/v1/sysUser/page`. */
  path: string
  /** SQL table, snake_case. */
  table: string
  /** Area of the permission keys: `<permission>:list`, `:add`, `:edit`, `:del`, `:export`, `:import`. */
  permission: string
  /**
   * Rows belong to a department (column `dept_id`) and are read through the session's data scope, hang on a device
   * (column `device_id`) and are read by whoever sees it, or belong to nobody.
   */
  scope: 'dept' | 'device' | 'none'
  fields: F
  /** The field that names a row to a person. */
  display: string
  list: ListOf<string>
  /** Fields of the form in order; without it every writable field. */
  form?: readonly string[]
  /** Set where rows form a tree: the field that holds the parent's id. */
  tree?: { parent: string }
  actions: readonly ResourceAction[]
}

interface ListOf<Name extends string> {
  columns: readonly Name[]
  keyword?: readonly Name[]
  filters?: readonly Name[]
  /** Numbers and times that a search bounds: `<name>From` and `<name>To`, both included (`boundOf`). */
  ranges?: readonly Name[]
  sort?: { field: Name; order: SortOrder }
}

/** The names of fields in a resource, checked where it is written down. */
interface Named<Name extends string> {
  display: Name
  list: ListOf<Name>
  form?: readonly Name[]
  tree?: { parent: Name }
}

/** Names the resource, keeps its field types, and takes no field name that is none. */
export function defineResource<const F extends Fields>(resource: Resource<F> & Named<keyof F & string>): Resource<F> {
  return resource
}

/** A row as it travels: its id, the version for optimistic locking, its fields. */
export type Row<R extends Resource> = { id: string; version: number } & Values<R['fields']>

export const ACTION_KEYS = {
  page: 'list',
  get: 'list',
  insert: 'add',
  update: 'edit',
  del: 'del',
  /** Takes back a deletion of one's own. */
  restore: 'del',
  export: 'export',
  import: 'import',
  template: 'import',
} as const

export function resourcePath(resource: Resource, verb: keyof typeof ACTION_KEYS): string {
  return `${SERVICES[resource.service]}/${resource.path}/${verb}`
}

export function permissionKey(resource: Resource, verb: keyof typeof ACTION_KEYS): string {
  return `${resource.permission}:${ACTION_KEYS[verb]}`
}

export function isWritable(field: Field, when: 'insert' | 'update'): boolean {
  const write = field.write ?? 'always'
  return write === 'always' || (write === 'insert' && when === 'insert')
}

/** Which bound of which range a query parameter is: `openingTo` is the upper one of `opening`. */
export function boundOf(resource: Resource, parameter: string): { field: string; end: 'From' | 'To' } | undefined {
  for (const field of resource.list.ranges ?? []) {
    if (parameter === `${field}From`) return { field, end: 'From' }
    if (parameter === `${field}To`) return { field, end: 'To' }
  }
  return undefined
}

/** Field names of the form, in order. */
export function formFields(resource: Resource): readonly string[] {
  return resource.form ?? Object.keys(resource.fields).filter((name) => isWritable(resource.fields[name]!, 'insert'))
}
