import { getPreference, savePreference } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Api, mountOperation } from './http/mount-operation.ts'
import { deletePreference, readPreference, writePreference } from './preference.store.ts'

/** Keys of one person: more than any console asks for. */
const MOST = 300

/** What the console remembers for each person, on every machine they use. Only their own. */
export function mountPreferences(api: Api): void {
  mountOperation(api, getPreference, ({ key }, { session }) => readPreference(api.db, session.userId, key))
  mountOperation(api, savePreference, async ({ key, value }, { session }) => {
    if (value === null) await deletePreference(api.db, session.userId, key)
    else if (!(await writePreference(api.db, session.userId, { key, value }, MOST))) throw new AppError('too-large')
    return true as const
  })
}
