import {
  aliased,
  type Resource,
  deleteSchema,
  idSchema,
  insertSchema,
  pageSchema,
  permissionKey,
  resourcePath,
  timelinePageSchema,
  timelineQuery,
  transitionKey,
  transitionPath,
  transitionSchema,
  updateSchema,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import type { WordedFields } from './built-in-words.ts'
import { type Api, type CallContext, mountCall } from '../http/mount-operation.ts'
import type { MountedResource, ResourceOptions } from './resource-change.ts'
import { checkDetail } from './resource-detail.ts'
import { checkLines } from './resource-lines.ts'
import { readWhole } from './resource-lines.store.ts'
import { mountSheets } from './mount-sheets.ts'
import { mountFiles } from './resource-files.ts'
import { restoreAll } from './resource-restore.ts'
import { checkStates, moveOn } from './resource-states.ts'
import { pageRows } from './resource.store.ts'
import { readIn, type ResourceShape } from './resource-shape.ts'
import { timelineOf } from './resource-timeline.ts'
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

function mountReads({ api, shape, hooks }: MountedResource, options: ResourceOptions): void {
  const { resource } = shape
  mountVerb(api, resource, 'page', pageSchema(resource), options, async (query, { session, language }) => {
    const { page, limit, keyword, sort, order, ...filters } = query as unknown as Parameters<typeof pageRows>[3]
    await hooks.beforeRead?.()
    return pageRows(api.db, readIn(shape, language), session.scope, {
      page,
      limit,
      keyword,
      sort,
      order,
      filters: { ...filters },
    })
  })
  mountVerb(api, resource, 'get', idSchema, options, async ({ id }, { session, language }) => {
    await hooks.beforeRead?.()
    const [row] = await readWhole(api.db, readIn(shape, language), session.scope, [id])
    if (!row) throw new AppError('not-found')
    return row
  })
}

/** Needs the right to the row and no other: whoever reads it reads what happened to it. */
function mountTimeline(mounted: MountedResource, { alsoAt = [], personOnly = false }: ResourceOptions): void {
  const { api, shape, hooks } = mounted
  const { resource } = shape
  if (!resource.detail?.timeline) return
  for (const path of [resourcePath(resource, 'timeline'), ...alsoAt.map((base) => `${base}/timeline`)]) {
    mountCall(
      api,
      {
        method: 'GET',
        path,
        access: { key: permissionKey(resource, 'get') },
        input: timelineQuery,
        output: timelinePageSchema,
        resource: { resource, verb: 'timeline' },
        personOnly,
      },
      async (query: z.output<typeof timelineQuery>, context) => {
        await hooks.beforeRead?.()
        return timelineOf(mounted, query, context)
      },
    )
  }
}

function mountWrites(mounted: MountedResource, options: ResourceOptions): void {
  const { api, shape } = mounted
  const { resource } = shape
  if (resource.actions.includes('insert')) {
    mountVerb(api, resource, 'insert', aliased(resource, insertSchema(resource)), options, async (values, context) => ({
      id: await insertOne(mounted, values, context),
    }))
  }
  if (resource.actions.includes('update')) {
    const schema = aliased(resource, updateSchema(resource))
    mountVerb(api, resource, 'update', schema, options, async ({ id, version, ...values }, context) => {
      await updateOne(mounted, { id: String(id), version: Number(version) }, values, context)
      return true
    })
  }
  if (resource.actions.includes('del')) {
    mountVerb(api, resource, 'del', deleteSchema, options, async (input, context) => {
      await deleteAll(mounted, 'ids' in input ? input.ids : [input.id], context)
      return true
    })
    mountVerb(api, resource, 'restore', deleteSchema, options, async (input, context) => {
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
        input: transitionSchema,
        output: undefined,
        resource: { resource, verb: transition.name },
        personOnly,
      },
      async (row, context) => {
        await moveOn(mounted, states!, transition, row, context)
        return true
      },
    )
  }
}

function mountVerb<I extends z.ZodType>(
  api: Api,
  resource: Resource,
  verb: 'page' | 'get' | 'insert' | 'update' | 'del' | 'restore',
  input: I,
  { alsoAt = [], answered = [], personOnly = false }: ResourceOptions,
  handler: (input: z.output<I>, context: CallContext) => Promise<unknown>,
): void {
  if (answered.some((read) => read === verb)) return
  for (const path of [resourcePath(resource, verb), ...alsoAt.map((base) => `${base}/${verb}`)]) {
    mountCall(
      api,
      {
        method: verb === 'page' || verb === 'get' ? 'GET' : 'POST',
        path,
        access: { key: permissionKey(resource, verb) },
        input,
        output: undefined,
        resource: { resource, verb },
        personOnly,
      },
      handler,
    )
  }
}
