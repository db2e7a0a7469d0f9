import type { Text } from './plural.ts'
import { administrationZh } from './zh-CN/administration.ts'
import { aftersaleZh } from './zh-CN/fault/aftersale.ts'
import { alarmLimitZh } from './zh-CN/fault/alarm-limit.ts'
import { approvalZh } from './zh-CN/office/approval.ts'
import { bulkZh } from './zh-CN/device/bulk.ts'
import { byteLogZh } from './zh-CN/frame/byte-log.ts'
import { channelZh } from './zh-CN/fault/channel.ts'
import { commandPageZh } from './zh-CN/device/command-page.ts'
import { commandZh } from './zh-CN/device/command.ts'
import { commissionZh } from './zh-CN/device/commission.ts'
import { enumZh } from './zh-CN/enum.ts'
import { faultPageZh } from './zh-CN/fault/fault-page.ts'
import { faultZh } from './zh-CN/fault/fault.ts'
import { figuresZh } from './zh-CN/figures.ts'
import { firmwareZh } from './zh-CN/device/firmware.ts'
import { flowDesignerZh } from './zh-CN/flow/designer.ts'
import { flowFormZh } from './zh-CN/flow/form.ts'
import { frameZh } from './zh-CN/frame/frame.ts'
import { frameInspectZh } from './zh-CN/frame/frame-inspect.ts'
import { identityZh } from './zh-CN/identity.ts'
import { isolationZh } from './zh-CN/map/isolation.ts'
import { listZh } from './zh-CN/list.ts'
import { logZh } from './zh-CN/log.ts'
import { mapZh } from './zh-CN/map/map.ts'
import { noticeZh } from './zh-CN/fault/notice.ts'
import { officeZh } from './zh-CN/office.ts'
import { paletteZh } from './zh-CN/palette.ts'
import { connectLogZh } from './zh-CN/frame/connect-log.ts'
import { productZh } from './zh-CN/device/product.ts'
import { provisioningZh } from './zh-CN/device/provisioning.ts'
import { refusalZh } from './zh-CN/frame/refusal.ts'
import { registryZh } from './zh-CN/device/registry.ts'
import { requestZh } from './zh-CN/office/request.ts'
import { saidZh } from './zh-CN/said.ts'
import { sensorZh } from './zh-CN/device/sensor.ts'
import { shellZh } from './zh-CN/shell.ts'
import { telemetryZh } from './zh-CN/device/telemetry.ts'
import { temperatureZh } from './zh-CN/device/temperature.ts'
import { valveZh } from './zh-CN/device/valve.ts'
import { waitingZh } from './zh-CN/fault/waiting.ts'
import { wallZh } from './zh-CN/map/wall.ts'
import { wordsZh } from './zh-CN/words.ts'

/**
 * All texts of the console in Chinese, the default language (docs/spec/look.md#9), one file per noun. Keys are found by
 * convention, see lib/text/text.ts.
 */
export const zhCN = {
  ...administrationZh,
  ...aftersaleZh,
  ...alarmLimitZh,
  ...approvalZh,
  ...bulkZh,
  ...byteLogZh,
  ...commandZh,
  ...commandPageZh,
  ...channelZh,
  ...commissionZh,
  ...enumZh,
  ...faultPageZh,
  ...faultZh,
  ...figuresZh,
  ...firmwareZh,
  ...flowDesignerZh,
  ...flowFormZh,
  ...frameZh,
  ...frameInspectZh,
  ...identityZh,
  ...isolationZh,
  ...listZh,
  ...logZh,
  ...mapZh,
  ...noticeZh,
  ...officeZh,
  ...paletteZh,
  ...connectLogZh,
  ...productZh,
  ...provisioningZh,
  ...refusalZh,
  ...registryZh,
  ...requestZh,
  ...saidZh,
  ...sensorZh,
  ...shellZh,
  ...telemetryZh,
  ...temperatureZh,
  ...valveZh,
  ...waitingZh,
  ...wallZh,
  ...wordsZh,
} as const

export type TextKey = keyof typeof zhCN
/** Every language has all keys of the Chinese one; a missing key does not compile. */
export type Texts = Record<TextKey, Text>
