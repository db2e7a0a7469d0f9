import {
  exportSchema,
  IMPORT_MAX_BYTES,
  importSchema,
  type Resource,
  sheetWordsSchema,
  templateSchema,
} from '@sluice/contract'
import { permissionKey, resourcePath } from '@sluice/contract'
import type { z } from 'zod'
import { type Api, type CallContext, mountCall } from '../http/mount-operation.ts'
import type { MountedResource, ResourceOptions } from './resource-change.ts'
import { type ExportInput, resourceSheet } from '../sheet/export-job.ts'
import { defineImport } from '../sheet/import-job.ts'
import { defineSheet, type SheetJob } from '../sheet/sheet-job.ts'
import { makeTemplate } from '../sheet/template.ts'

/** The file in base64, plus the words sent with it. */
const UPLOAD_BYTES = Math.ceil((IMPORT_MAX_BYTES * 4) / 3) + 262_144

/** The sheet calls of a resource: `export`, `import` and its `template`, as its `actions` say. */
export function mountSheets(mounted: MountedResource, options: ResourceOptions): void {
  const { resource } = mounted.shape
  if (resource.actions.includes('export')) {
    mountExport(mounted.api, resource, (input, context) => resourceSheet(mounted, input, context), options)
  }
  if (!resource.actions.includes('import')) return
  const target = { api: mounted.api, resource }
  mountSheet(target, 'template', templateSchema, options, ({ format, words }, context) =>
    makeTemplate(mounted, { format, words: words ?? sheetWordsSchema.parse({}) }, context),
  )
  const begin = defineImport(mounted)
  mountSheet(target, 'import', importSchema, { ...options, bodyLimit: UPLOAD_BYTES }, async (input, context) => ({
    jobId: await begin(input, context),
  }))
}

/** The call that starts an export of a resource, from any source of rows. */
export function mountExport(
  api: Api,
  resource: Resource,
  make: (input: ExportInput, context: CallContext) => SheetJob,
  options: ResourceOptions = {},
): void {
  const begin = defineSheet(api, `${resource.name}.export`, make)
  api.resources.set(resource.name, resource)
  mountSheet({ api, resource }, 'export', exportSchema(resource), options, async (input, context) => ({
    jobId: await begin(input as unknown as ExportInput, context),
  }))
}

function mountSheet<I extends z.ZodType>(
  { api, resource }: { api: Api; resource: Resource },
  verb: 'export' | 'import' | 'template',
  input: I,
  { alsoAt = [], bodyLimit, personOnly = false }: ResourceOptions & { bodyLimit?: number },
  handler: (input: z.output<I>, context: CallContext) => Promise<unknown>,
): void {
  for (const path of [resourcePath(resource, verb), ...alsoAt.map((base) => `${base}/${verb}`)]) {
    mountCall(
      api,
      {
        method: 'POST',
        path,
        access: { key: permissionKey(resource, verb) },
        input,
        output: undefined,
        resource: { resource, verb },
        personOnly,
      },
      handler,
      bodyLimit === undefined ? {} : { bodyLimit },
    )
  }
}
