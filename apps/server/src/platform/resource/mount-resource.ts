import {
  aliased,
  type Resource,
  deleteSchema,
  idSchema,
  insertSchema,
  pageSchema,
  timelinePageSchema,
  timelineQuery,
  transitionKey,
  transitionPath,
  transitionSchema,
  updateSchema,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { WordedFields } from './built-in-words.ts'
import { type Api, mountCall } from '../http/mount-operation.ts'
import type { MountedResource, ResourceOptions } from './resource-change.ts'
import { checkDetail } from './detail/resource-detail.ts'
import { checkLines } from './kinds/resource-lines.ts'
import { readWhole } from './kinds/resource-lines.store.ts'
import { mountVerb } from './mount-verb.ts'
import { mountSheets } from './mount-sheets.ts'
import { mountFiles } from './kinds/resource-files.ts'
import { restoreAll } from './resource-restore.ts'
import { checkStates, moveOn, type MovedRow } from './resource-states.ts'
import { pageRows } from './resource.store.ts'
import { readIn, type ResourceShape } from './resource-shape.ts'
import { timelineOf } from './detail/resource-timeline.ts'
import { deleteAll, insertOne, updateOne } from './resource-writes.ts'

/** Mounts all calls of a resource: `page` and `get` unless operations answer them, the others as its `actions` say. */
export function mountResource<R extends Resource>(
  api: Api,
  resource: R,
  options: ResourceOptions<NoInfer<R>> = {},
): MountedResource<R> {
  if (api.resources.has(resource.name)) throw new Error(`two resources are named ${resource.name}`)
  checkStates(resource)
  checkDetail(resource)
  checkLines(resource)
  api.resources.set(resource.name, resource)
  const shape: ResourceShape<R> = {
    resource,
    computed: (options.computed ?? {}) as ResourceShape['computed'],
    said: options.said as ResourceShape['said'],
    access: options.access as ResourceShape['access'],
    only: options.only,
    softDelete: resource.actions.includes('del'),
    resources: api.resources,
    words: api.words,
  }
  if (options.words) api.words.set(resource.name, options.words as WordedFields)
  const mounted: MountedResource<R> = { api, shape, hooks: options }
  api.shapes.push(shape)
  mountReads(mounted, options)
  mountTimeline(mounted, options)
  mountWrites(mounted, options)
  mountTransitions(mounted, options)
  mountSheets(mounted, options)
  mountFiles(mounted, options)
  return mounted
}

function mountReads({ api, shape }: MountedResource, options: ResourceOptions): void {
  const { resource } = shape
  mountVerb(api, resource, 'page', { input: pageSchema(resource) }, options, async (query, { session, language }) => {
    const { page, limit, keyword, sort, order, ...filters } = query as unknown as Parameters<typeof pageRows>[3]
    return pageRows(api.db, readIn(shape, language), session.scope, {
      page,
      limit,
      keyword,
      sort,
      order,
      filters: { ...filters },
    })
  })
  mountVerb(api, resource, 'get', { input: idSchema }, options, async ({ id }, { session, language }) => {
    const [row] = await readWhole(api.db, readIn(shape, language), session.scope, [id])
    if (!row) throw new AppError('not-found')
    return row
  })
}

function mountTimeline(mounted: MountedResource, options: ResourceOptions): void {
  const { api, shape } = mounted
  if (!shape.resource.detail?.timeline) return
  const call = { input: timelineQuery, output: timelinePageSchema }
  mountVerb(api, shape.resource, 'timeline', call, options, (query, context) => timelineOf(mounted, query, context))
}

function mountWrites(mounted: MountedResource, options: ResourceOptions): void {
  const { api, shape } = mounted
  const { resource } = shape
  if (resource.actions.includes('insert')) {
    mountVerb(
      api,
      resource,
      'insert',
      { input: aliased(resource, insertSchema(resource)) },
      options,
      async (values, context) => {
        const secrets: Record<string, string> = {}
        const id = await insertOne(mounted, { values, secrets }, context)
        return { id, ...secrets }
      },
    )
  }
  if (resource.actions.includes('update')) {
    const input = aliased(resource, updateSchema(resource))
    mountVerb(api, resource, 'update', { input }, options, async ({ id, version, ...values }, context) => {
      await updateOne(mounted, { id: String(id), version: Number(version) }, values, context)
      return true
    })
  }
  if (resource.actions.includes('del')) {
    mountVerb(api, resource, 'del', { input: deleteSchema }, options, async (input, context) => {
      await deleteAll(mounted, 'ids' in input ? input.ids : [input.id], context)
      return true
    })
    mountVerb(api, resource, 'restore', { input: deleteSchema }, options, async (input, context) => {
      await restoreAll(mounted, 'ids' in input ? input.ids : [input.id], context)
      return true
    })
  }
}

function mountTransitions(mounted: MountedResource, { personOnly = false }: ResourceOptions): void {
  const { api, shape } = mounted
  const { resource } = shape
  const { states } = resource
  for (const transition of states?.transitions ?? []) {
    mountCall(
      api,
      {
        method: 'POST',
        path: transitionPath(resource, transition),
        access: { key: transitionKey(resource, transition) },
        input: transitionSchema(resource, transition),
        output: undefined,
        resource: { resource, verb: transition.name },
        personOnly,
      },
      async (row, context) => {
        await moveOn(mounted, states!, transition, row as MovedRow, context)
        return true
      },
    )
  }
}
