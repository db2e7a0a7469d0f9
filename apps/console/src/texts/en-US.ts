import { administrationEn } from './en-US/administration.ts'
import { aftersaleEn } from './en-US/fault/aftersale.ts'
import { alarmLimitEn } from './en-US/fault/alarm-limit.ts'
import { approvalEn } from './en-US/office/approval.ts'
import { bulkEn } from './en-US/device/bulk.ts'
import { byteLogEn } from './en-US/frame/byte-log.ts'
import { channelEn } from './en-US/fault/channel.ts'
import { commandPageEn } from './en-US/device/command-page.ts'
import { commandEn } from './en-US/device/command.ts'
import { commissionEn } from './en-US/device/commission.ts'
import { enumEn } from './en-US/enum.ts'
import { faultPageEn } from './en-US/fault/fault-page.ts'
import { faultEn } from './en-US/fault/fault.ts'
import { figuresEn } from './en-US/figures.ts'
import { firmwareEn } from './en-US/device/firmware.ts'
import { flowDesignerEn } from './en-US/flow/designer.ts'
import { flowFormEn } from './en-US/flow/form.ts'
import { frameEn } from './en-US/frame/frame.ts'
import { frameInspectEn } from './en-US/frame/frame-inspect.ts'
import { identityEn } from './en-US/identity.ts'
import { isolationEn } from './en-US/map/isolation.ts'
import { listEn } from './en-US/list.ts'
import { logEn } from './en-US/log.ts'
import { mapEn } from './en-US/map/map.ts'
import { noticeEn } from './en-US/fault/notice.ts'
import { officeEn } from './en-US/office.ts'
import { paletteEn } from './en-US/palette.ts'
import { connectLogEn } from './en-US/frame/connect-log.ts'
import { productEn } from './en-US/device/product.ts'
import { provisioningEn } from './en-US/device/provisioning.ts'
import { refusalEn } from './en-US/frame/refusal.ts'
import { registryEn } from './en-US/device/registry.ts'
import { requestEn } from './en-US/office/request.ts'
import { saidEn } from './en-US/said.ts'
import { sensorEn } from './en-US/device/sensor.ts'
import { shellEn } from './en-US/shell.ts'
import { telemetryEn } from './en-US/device/telemetry.ts'
import { temperatureEn } from './en-US/device/temperature.ts'
import { valveEn } from './en-US/device/valve.ts'
import { waitingEn } from './en-US/fault/waiting.ts'
import { wallEn } from './en-US/map/wall.ts'
import { wordsEn } from './en-US/words.ts'
import type { Texts } from './zh-CN.ts'

/** The same in English; a key that is missing in a file does not compile there. */
export const enUS: Texts = {
  ...administrationEn,
  ...aftersaleEn,
  ...alarmLimitEn,
  ...approvalEn,
  ...bulkEn,
  ...byteLogEn,
  ...commandEn,
  ...commandPageEn,
  ...channelEn,
  ...commissionEn,
  ...enumEn,
  ...faultPageEn,
  ...faultEn,
  ...figuresEn,
  ...firmwareEn,
  ...flowDesignerEn,
  ...flowFormEn,
  ...frameEn,
  ...frameInspectEn,
  ...identityEn,
  ...isolationEn,
  ...listEn,
  ...logEn,
  ...mapEn,
  ...noticeEn,
  ...officeEn,
  ...paletteEn,
  ...connectLogEn,
  ...productEn,
  ...provisioningEn,
  ...refusalEn,
  ...registryEn,
  ...requestEn,
  ...saidEn,
  ...sensorEn,
  ...shellEn,
  ...telemetryEn,
  ...temperatureEn,
  ...valveEn,
  ...waitingEn,
  ...wallEn,
  ...wordsEn,
}
