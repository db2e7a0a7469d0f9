import { z } from 'zod'
import type { Words } from '../machine/words.ts'
import { defineOperation, type OutputOf } from '../machine/operation.ts'

/** The members of a sealed line, in the order of its text. */
export const SEALED_MEMBERS = [
  'id',
  'ts (microseconds since 1970-01-01T00:00:00Z)',
  'user_id',
  'username',
  'dept_id',
  'action',
  'target_ids',
  'before',
  'after',
  'ip',
  'trace_id',
  'api_key_id',
  'api_key_name',
] as const

/** How somebody without this platform verifies a proof. */
export const PROOF_STEPS: readonly Words[] = [
  [
    'line 是封存时的整条记录：一个 JSON 数组的文本，成员顺序见 members。',
    'line is the whole entry as it was sealed: the text of a JSON array whose members are listed in members.',
  ],
  [
    '将 previous 由十六进制还原为 32 个字节，后面接上 line 的 UTF-8 字节，不加换行。',
    'Decode previous from hexadecimal to 32 bytes and append the UTF-8 bytes of line, without a line break.',
  ],
  [
    '对这些字节计算 SHA-256，结果的十六进制应与 hash 相同；line 改动一个字也不会相同。',
    'Take the SHA-256 of these bytes. In hexadecimal it equals hash; with one character of line changed it does not.',
  ],
  [
    'previous 是上一条（序号 seq 减 1）的 hash，next 是下一条的 hash，下一条由本条的 hash 以同样方法算出。',
    'previous is the hash of the entry before (seq minus 1). next is that of the entry after, made from hash in the same way.',
  ],
  [
    '凭证说明本条记录与这些散列相符；要证明它仍在日志中，请对照平台核验时得到的同一序号的 hash。',
    'This proves that the entry belongs to these hashes. That it is still in the log is proven by the hash which the platform has verified for the same seq.',
  ],
]

/** One sealed line with what it takes to verify it without this platform. Not sealed yet: `conflict`. */
export const operationLogProof = defineOperation({
  title: ['操作日志的证明', 'Proof of a line of the operation log'],
  method: 'GET',
  path: '/security/v1/log/operation/proof',
  access: { key: 'operationLog:list' },
  tenant: { row: 'operationLog', in: 'id' },
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.object({
    seq: z.int(),
    algorithm: z.literal('sha256'),
    /** The line as text, of which the hash was taken. */
    line: z.string(),
    members: z.array(z.string()),
    previous: z.string(),
    hash: z.string(),
    /** Null at the end of the chain. */
    next: z.string().nullable(),
    madeTime: z.string(),
    how: z.object({ 'zh-CN': z.array(z.string()), 'en-US': z.array(z.string()) }),
  }),
})
export type OperationProof = OutputOf<typeof operationLogProof>
