import { faultCodeResource, type FieldReason, inLanguage, setAutoAction, whyCodeKept } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { setAction } from '../auto/auto.service.ts'
import { forgetDeletedCode, IS_USED, isCodeUsed } from './fault-code.store.ts'

type Change = ResourceChange<typeof faultCodeResource>

/** The kinds of faults: everybody's to see, and changed by those who see the whole platform. */
export function mountFaultCodes(api: Api, afterCommit: () => Promise<void>): void {
  mountResource(api, faultCodeResource, {
    words: {
      name: { column: 'english_name' },
      cause: { column: 'english_cause' },
      remedy: { column: 'english_remedy' },
    },
    computed: { chineseName: 't.name', chineseCause: 't.cause', chineseRemedy: 't.remedy', used: IS_USED },
    beforeWrite: check,
    afterCommit,
    // Its former calls are known by these addresses (BS-3).
    alsoAt: ['/v1/faultCode'],
  })
  mountOperation(api, setAutoAction, async (input, context) => {
    await setAction(api.db, input, context)
    await afterCommit()
    return true as const
  })
}

async function check(change: Change): Promise<void> {
  if (!change.context.session.scope.all) throw new AppError('not-permitted', { needs: 'platform' })
  if (change.verb === 'del') return checkDeletion(change)
  await checkFixed(change)
  if (change.values.code && change.values.code !== change.before?.code)
    await forgetDeletedCode(change.tx, change.values.code)
  write(change)
}

async function checkDeletion({ before, id, tx, context }: Change): Promise<void> {
  const used = id !== null && (await isCodeUsed(tx, id))
  const because = whyCodeKept({ builtIn: before?.builtIn ?? false, used })
  if (because) throw new AppError('not-yet', { reason: inLanguage(because, context.language) })
}

/** The code and source of a built-in one are the program's; faults refer to the code of any. */
async function checkFixed({ before, id, values, tx }: Change): Promise<void> {
  if (!before || id === null) return
  const fields: Record<string, FieldReason> = {}
  const isRenamed = values.code !== undefined && values.code !== before.code
  if (before.builtIn && isRenamed) fields['code'] = 'fixed-by-platform'
  const isResourced = values.source !== undefined && values.source !== before.source
  if (before.builtIn && isResourced) fields['source'] = 'fixed-by-platform'
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
  if (isRenamed && (await isCodeUsed(tx, id))) throw new AppError('in-use', { by: 'fault' })
}

/** What stands in for a value that was left out or emptied. */
const USUAL = { category: 'PROCESS', source: 'DEVICE', autoClear: true, push: true, enabled: true } as const

function write({ values, columns }: Change): void {
  for (const [name, usual] of Object.entries(USUAL)) {
    if (values[name as keyof typeof USUAL] === null) Object.assign(values, { [name]: usual })
  }
  if (values.chineseName) columns['name'] = values.chineseName
  if (values.chineseCause !== undefined) columns['cause'] = values.chineseCause
  if (values.chineseRemedy !== undefined) columns['remedy'] = values.chineseRemedy
}
