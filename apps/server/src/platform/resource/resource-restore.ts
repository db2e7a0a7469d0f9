import { AppError } from '@sluice/kit'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource } from './resource-change.ts'
import { readDeletedRows, restoreRows } from './resource-stream.store.ts'
import { audit, checkReferences, everything, ownedBy, write, type Written } from './resource-writes.ts'
import { readWhole } from './kinds/resource-lines.store.ts'

/** How long a person may undo their deletions, in minutes. */
const RESTORE_MINUTES = 10

/**
 * Restores deleted rows, all of them or none: the caller's own deletions of the last minutes, within their scope. The
 * rows they refer to must still exist; a name taken meanwhile is reported as on insert. Hooks are called as for an
 * update without changes.
 * @throws AppError `not-found`, `already-exists` or `validation`.
 */
export async function restoreAll(
  mounted: MountedResource,
  ids: readonly string[],
  context: CallContext,
): Promise<void> {
  const { shape } = mounted
  const { scope, userId } = context.session
  const wanted = [...new Set(ids)]
  await write(mounted, async (tx) => {
    const rows = await readDeletedRows(tx, shape, scope, wanted, RESTORE_MINUTES)
    if (rows.length < wanted.length) throw new AppError('not-found')
    // Alive first: rows that refer to each other came back together.
    await restoreRows(tx, shape, wanted, userId)
    // Their lines were out of scope as well.
    const whole = new Map((await readWhole(tx, shape, everything(context), wanted)).map((row) => [row.id, row]))
    const changes = rows.map(
      (row): Written => ({
        verb: 'update',
        id: row.id,
        before: { ...whole.get(row.id), ...row },
        values: {},
        columns: {},
        tx,
        context,
        restored: true,
      }),
    )
    for (const change of changes) {
      await checkReferences(shape, tx, [{ ...change, before: null, values: { ...change.before } }])
      await mounted.hooks.beforeWrite?.(change)
    }
    for (const change of changes) await mounted.hooks.afterWrite?.(change)
    const back = await readWhole(tx, shape, everything(context), wanted)
    await audit(mounted, context, { verb: 'restore', tx, lines: ownedBy(shape, back) }, (own) => ({
      before: null,
      after: own,
    }))
    return changes
  })
}
