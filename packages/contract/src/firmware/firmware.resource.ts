import { defineResource, detailTab, type Row } from '../machine/resource.ts'
import { FIRMWARE_STATUS_WORDS, FIRMWARE_STATUSES } from './firmware-words.ts'
import { rolloutResource } from './rollout.resource.ts'

/** All firmware together, in bytes. */
export const FIRMWARE_TOTAL_BYTES = 2 * 1024 ** 3

/**
 * A firmware of a product: its file, what proves that the file is whole, and who brought it. Nothing of it is ever
 * changed; a mistake is deleted while it is a draft, and withdrawn after. What was rolled out stays.
 */
export const firmwareResource = defineResource({
  name: 'firmware',
  names: { many: ['固件', 'Firmware'], one: ['固件', 'firmware'] },
  service: 'device',
  path: 'firmware',
  table: 'firmware',
  permission: 'firmware',
  scope: 'none',
  display: 'label',
  fields: {
    /** Title and version, as people call it. */
    label: { kind: 'text', required: true, write: 'never' },
    productId: { kind: 'ref', to: 'product', required: true, write: 'insert' },
    title: { kind: 'text', required: true, max: 60, write: 'insert' },
    versionName: {
      kind: 'text',
      required: true,
      unique: true,
      max: 40,
      write: 'insert',
    },
    file: { kind: 'files', accept: 'firmware', max: 1, required: true, write: 'insert' },
    status: {
      kind: 'enum',
      enumName: 'firmwareStatus',
      values: FIRMWARE_STATUSES,
      words: FIRMWARE_STATUS_WORDS,
      required: true,
      write: 'never',
    },
    size: { kind: 'integer', unit: 'B', required: true, write: 'never' },
    sha256: { kind: 'text', required: true, write: 'never' },
    /** Ed25519 over the whole file, as base64. */
    signature: {
      kind: 'text',
      pattern: '[A-Za-z0-9+/]{86}==',
      write: 'insert',
    },
    /** Of the key that the signature was checked with. */
    keyId: { kind: 'text', write: 'never' },
    createName: { kind: 'text', required: true, write: 'never' },
    uploadTime: { kind: 'time', required: true, write: 'never' },
    note: { kind: 'longText', max: 500, write: 'insert' },
  },
  list: {
    columns: ['label', 'productId', 'status', 'size', 'sha256', 'createName', 'uploadTime', 'note'],
    keyword: ['title', 'versionName', 'note'],
    filters: ['productId', 'status'],
    sorts: ['uploadTime', 'size'],
    sort: { field: 'uploadTime', order: 'desc' },
  },
  form: ['productId', 'title', 'versionName', 'file', 'signature', 'note'],
  uniqueWithin: 'productId',
  states: {
    field: 'status',
    begin: 'DRAFT',
    transitions: [
      {
        name: 'release',
        verb: ['发布', 'Release'],
        from: ['DRAFT'],
        to: 'RELEASED',
        confirm: [
          '发布后可以下发到设备，且不能再删除。确定要发布吗？',
          'A released firmware can be rolled out and not be deleted any more. Release it?',
        ],
      },
      {
        name: 'withdraw',
        verb: ['撤回', 'Withdraw'],
        from: ['RELEASED'],
        to: 'WITHDRAWN',
        danger: true,
        confirm: [
          '撤回后不能再下发，正在进行的升级会停止。确定要撤回吗？',
          'A withdrawn firmware is not rolled out any more, and its roll-outs stop. Withdraw it?',
        ],
      },
    ],
  },
  detail: {
    facts: [
      'productId',
      'title',
      'versionName',
      'size',
      'sha256',
      'file',
      'signature',
      'keyId',
      'createName',
      'uploadTime',
      'note',
    ],
    tabs: [detailTab({ name: 'rollouts', label: ['升级任务', 'Roll-outs'], of: rolloutResource, by: 'firmwareId' })],
    timeline: true,
  },
  noImport: 'A file is no cell of a sheet.',
  actions: ['insert', 'del', 'export'],
  whyKept: ({ status }) =>
    status === 'RELEASED' ? ['已发布的固件须先撤回', 'What is released is withdrawn first'] : null,
})
export type FirmwareRow = Row<typeof firmwareResource>
