import {
  type FieldOf,
  type FieldReason,
  type FileFacts,
  fileSchema,
  permissionKey,
  type Resource,
  resourcePath,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { FileDownload } from '../http/download.ts'
import { mountCall } from '../http/mount-operation.ts'
import { arrangeFiles, attachFiles, readContent, readFile } from '../file/stored-file.store.ts'
import type { MountedResource, ResourceChange, ResourceOptions } from './resource-change.ts'
import { readRows } from './resource.store.ts'

/** Fields that hold files. */
export function filesFields({ fields }: Pick<Resource, 'fields'>): [name: string, field: FieldOf<'files'>][] {
  return Object.entries(fields).flatMap(([name, field]): [string, FieldOf<'files'>][] =>
    field.kind === 'files' ? [[name, field]] : [],
  )
}

/**
 * Gives the row the files that were sent for it: what it has already, and what the caller uploaded for no row yet.
 * @throws AppError `validation` naming the field that holds anything else
 */
export async function saveFiles(
  { shape: { resource } }: MountedResource,
  { tx, before, values, context, id }: ResourceChange & { readonly id: string },
): Promise<void> {
  const refused: Record<string, FieldReason> = {}
  for (const [field, { accept }] of filesFields(resource)) {
    const given = (values as Readonly<Record<string, unknown>>)[field]
    if (given === undefined) continue
    const ids = [...new Set((given ?? []) as string[])]
    const had = new Set(
      ((before as Readonly<Record<string, unknown>> | null)?.[field] as FileFacts[] | undefined)?.map(
        (file) => file.id,
      ),
    )
    const place = { resource: resource.name, rowId: id, field }
    const added = {
      ids: ids.filter((one) => !had.has(one)),
      userId: context.session.userId,
      picturesOnly: accept === 'photo',
    }
    if (await attachFiles(tx, place, added)) await arrangeFiles(tx, place, ids)
    else refused[field] = 'file-gone'
  }
  if (Object.keys(refused).length > 0) throw new AppError('validation', { fields: refused })
}

/** The call that hands out the files of rows to whoever sees them. */
export function mountFiles(
  { api, shape, hooks }: MountedResource,
  { alsoAt = [], personOnly = false }: ResourceOptions,
): void {
  const { resource } = shape
  const names = filesFields(resource).map(([name]) => name)
  if (names.length === 0) return
  for (const path of [resourcePath(resource, 'file'), ...alsoAt.map((base) => `${base}/file`)]) {
    const access = { key: permissionKey(resource, 'file') }
    const of = { resource, verb: 'file' }
    const call = {
      method: 'GET',
      path,
      access,
      input: fileSchema(resource),
      output: undefined,
      resource: of,
      personOnly,
    } as const
    mountCall(
      api,
      call,
      async ({ id, field, file }: { id: string; field: string; file: string }, { session, request }) => {
        await hooks.beforeRead?.()
        const [row] = await readRows(api.db, shape, session.scope, [id])
        const found = row && (await readFile(api.db, { resource: resource.name, rowId: row.id, field }, file))
        if (!found) throw new AppError('not-found')
        return new FileDownload(found, request.headers['if-none-match'], () => readContent(api.db, found.id))
      },
    )
  }
}
