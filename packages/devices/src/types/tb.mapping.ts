import { DEFAULT_COMMAND_MAP } from '@sluice/contract'
import type { TbDownlinks, TbUplink } from '@sluice/contract'

/** Names in ThingsBoard firmware for metrics that have another name here. */
export const TB_MAPPING: TbUplink = {
  protocol: 'TB_MQTT',
  keys: [
    { from: 'battery', key: 'batteryV' },
    { from: 'batteryVoltage', key: 'batteryV' },
    { from: 'batteryLevel', key: 'batteryPct' },
    { from: 'position', key: 'opening' },
    { from: 'pressure', key: 'outletPressure' },
    { from: 'flowRate', key: 'flow' },
    { from: 'volume', key: 'totalVolume' },
    { from: 'signal', key: 'csq' },
  ],
}

/** The requests of a model commanded by ThingsBoard RPC, while its product has no map of its own. */
export const TB_DOWNLINKS: TbDownlinks = { protocol: 'TB_MQTT', map: DEFAULT_COMMAND_MAP }
