import { BUILT_IN_DICTIONARIES, dictEntriesOf, dictEntryResource, dictTypeResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { isRowId } from '../../platform/resource/scoped.ts'
import type { ResourceChange, ResourceHooks } from '../../platform/resource/resource-change.ts'
import { mayChange } from './dictionary.rules.ts'
import {
  clearOtherDefaults,
  entryWords,
  readEntries,
  syncBuiltIn,
  typeComputed,
  typeOfTop,
  typeWords,
  yieldDefault,
} from './dictionary.store.ts'

/** Words for the values of the whole platform, which operators may add to. */
export function createDictionary({ db }: { db: Database }) {
  return {
    entriesOf: readEntries,
    /** Brings the program's own types and entries into the store. */
    start: () => db.transaction((tx) => syncBuiltIn(tx, BUILT_IN_DICTIONARIES)),
    mount(api: Api): void {
      mountResource(api, dictTypeResource, { ...typeHooks, computed: typeComputed, words: typeWords })
      mountResource(api, dictEntryResource, { ...entryHooks, words: entryWords })
      mountOperation(api, dictEntriesOf, ({ dictType }, { language }) => readEntries(db, dictType, language))
    },
  }
}

const typeHooks: ResourceHooks<typeof dictTypeResource> = {
  beforeWrite(change) {
    refuseTenant(change)
    if (!mayChange('type', change.before, change)) throw new AppError('built-in')
  },
}

const entryHooks: ResourceHooks<typeof dictEntryResource> = {
  async beforeWrite(change) {
    refuseTenant(change)
    if (!mayChange('entry', change.before, change)) throw new AppError('built-in')
    await refuseParent(change)
  },
  async afterWrite({ verb, tx, values, before, id, restored }) {
    if (restored) await yieldDefault(tx, String(before?.typeId), id)
    if (verb === 'del' || values.isDefault !== true) return
    await clearOtherDefaults(tx, String(values.typeId ?? before?.typeId), id)
  },
}

/** Dictionaries belong to everyone: only users who see the whole platform may change them. */
function refuseTenant({ context }: Pick<ResourceChange, 'context'>): void {
  if (!context.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
}

/** A parent is another entry of the same type. */
async function refuseParent({ tx, id, values, before }: ResourceChange<typeof dictEntryResource>): Promise<void> {
  const parentId = values.parentId
  if (!parentId || parentId === before?.parentId) return
  const typeId = String(values.typeId ?? before?.typeId)
  // One level: a type that has a parent cannot be one, so that no cycle can form.
  const isUsable = parentId !== id && isRowId(parentId) && (await typeOfTop(tx, parentId)) === typeId
  if (!isUsable) throw new AppError('validation', { fields: { parentId: 'not-an-option' } })
}
