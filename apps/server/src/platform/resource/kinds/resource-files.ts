import { type FieldReason, fieldsOfKind, type FileFacts, fileSchema } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { FileDownload } from '../../http/download.ts'
import { arrangeFiles, attachFiles, readContent, readFile } from '../../file/stored-file.store.ts'
import type { MountedResource, ResourceChange, ResourceOptions } from '../resource-change.ts'
import { mountVerb } from '../mount-verb.ts'
import { readRows } from '../resource.store.ts'

/**
 * Assigns to the row the files that were sent for it: those it already has, and those the caller uploaded that belong
 * to no row yet.
 * @throws AppError `validation` naming the field that holds anything else
 */
export async function saveFiles(
  { shape: { resource } }: MountedResource,
  { tx, before, values, context, id }: ResourceChange & { readonly id: string },
): Promise<void> {
  const refused: Record<string, FieldReason> = {}
  for (const [field, { accept }] of fieldsOfKind(resource, 'files')) {
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

/** The call that serves the files of rows to those who see the rows. */
export function mountFiles({ api, shape }: MountedResource, options: ResourceOptions): void {
  const { resource } = shape
  if (fieldsOfKind(resource, 'files').length === 0) return
  mountVerb(api, resource, 'file', { input: fileSchema(resource) }, options, async (asked, { session, request }) => {
    const { id, field, file } = asked
    const [row] = await readRows(api.db, shape, session.scope, [id])
    const found = row && (await readFile(api.db, { resource: resource.name, rowId: row.id, field }, file))
    if (!found) throw new AppError('not-found')
    return new FileDownload(found, request.headers['if-none-match'], () => readContent(api.db, found.id))
  })
}
