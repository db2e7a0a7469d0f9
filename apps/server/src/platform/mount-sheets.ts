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
import { type CallContext, mountCall } from './mount-operation.ts'
import type { MountedResource, ResourceOptions } from './resource-change.ts'
import { type ExportInput, startExport } from './sheet/export-job.ts'
import { startImport } from './sheet/import-job.ts'
import { makeTemplate } from './sheet/template.ts'

/** The file in base64, and the words beside it. */
const UPLOAD_BYTES = Math.ceil((IMPORT_MAX_BYTES * 4) / 3) + 262_144

/** The calls of a resource that speak in sheets: `export`, `import` and its `template`, as its `actions` say. */
export function mountSheets(mounted: MountedResource, options: ResourceOptions): void {
  const { resource } = mounted.shape
  if (resource.actions.includes('export')) {
    mountSheet(mounted, 'export', exportSchema(resource), options, async (input, context) => ({
      jobId: await startExport(mounted, input as unknown as ExportInput, context),
    }))
  }
  if (!resource.actions.includes('import')) return
  mountSheet(mounted, 'template', templateSchema, options, ({ format, words }, { session }) =>
    makeTemplate(mounted, { format, words: words ?? sheetWordsSchema.parse({}) }, session.scope),
  )
  mountSheet(mounted, 'import', importSchema, { ...options, bodyLimit: UPLOAD_BYTES }, async (input, context) => ({
    jobId: await startImport(mounted, input, context),
  }))
}

function mountSheet<I extends z.ZodType>(
  { api, shape }: MountedResource,
  verb: 'export' | 'import' | 'template',
  input: I,
  { alsoAt = [], bodyLimit }: ResourceOptions & { bodyLimit?: number },
  handler: (input: z.output<I>, context: CallContext) => Promise<unknown>,
): void {
  const { resource }: { resource: Resource } = shape
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
      },
      handler,
      bodyLimit === undefined ? {} : { bodyLimit },
    )
  }
}
