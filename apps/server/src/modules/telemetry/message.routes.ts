import { exportMessages, messagePage, messageResource } from '@sluice/contract'
import type { Database } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../platform/resource/scoped.ts'
import { type ExportInput, fieldSheet, wordsOf } from '../../platform/sheet/export-job.ts'
import { defineSheet } from '../../platform/sheet/sheet-job.ts'
import { badValuesOf } from './uplink/bad-values.rules.ts'
import { countMessages, type MessageQuery, messagesOf, type StoredMessage, streamMessages } from './message.store.ts'

interface MessageDeps {
  db: Database
  decode(protocol: string, raw: Uint8Array): unknown
}

const bytesOf = ({ raw }: StoredMessage) => ({
  length: raw.length,
  hex: Buffer.from(raw).toString('hex').toUpperCase(),
})

/** Raw frames, decoded on reading: the bytes are the truth, and a better decoder reads old frames too. */
export function mountMessages(api: Api, { db, decode }: MessageDeps): void {
  mountOperation(api, messagePage, async ({ deviceId: id, sort: _sort, ...query }, { session }) => {
    const deviceId = await scopedDeviceId(db, session, id)
    const [list, total] = [await messagesOf(db, deviceId, query), await countMessages(db, deviceId, query)]
    return {
      list: list.map((message) => {
        const { raw, badValues, ...facts } = message
        const decoded = decode(message.protocol, raw)
        return { ...facts, ...bytesOf(message), badValues: badValuesOf(badValues), decoded }
      }),
      total,
      page: query.page,
      limit: query.limit,
    }
  })
  const begin = defineSheet<ExportInput & MessageQuery>(api, exportMessages.audit, async (input, { session }) => {
    const { format, columns, words: given, deviceId: id, ...query } = input
    const deviceId = await scopedDeviceId(db, session, String(id))
    const words = wordsOf(given)
    const source = fieldSheet(
      messageResource,
      { columns, words },
      {
        count: (tx) => countMessages(tx, deviceId, query),
        async *rows(tx) {
          for await (const batch of streamMessages(tx, deviceId, query))
            yield batch.map((message) => ({ ...message, ...bytesOf(message), func: wordKey(message, words.values) }))
        },
      },
    )
    return { title: words.title ?? messageResource.name, format, facts: { deviceId, columns, ...query }, source }
  })
  mountOperation(api, exportMessages, async (input, context) => ({
    jobId: await begin(input as unknown as ExportInput & MessageQuery, context),
  }))
}

/** The words for a frame's function, by its protocol, and by its direction where that changes the meaning. */
function wordKey({ protocol, func, direction }: StoredMessage, words: Readonly<Record<string, string>>): string | null {
  const key = `${protocol}.${func}`
  return [`${key}.${direction}`, key].find((one) => Object.hasOwn(words, `func.${one}`)) ?? func
}
