import type { TbEntry, TbMqttMessage } from './tb-mqtt.messages.ts'

/** PUBLISHes of ThingsBoard's documentation (device API, gateway API), with our own keys. `canonical`: encodes to itself. */
export const TB_MQTT_VECTORS: readonly { topic: string; payload: string; message: TbMqttMessage; canonical?: true }[] =
  [
    {
      topic: 'v1/devices/me/telemetry',
      payload: '{"opening":40,"valveState":"PARTIAL","doorOpen":false}',
      message: telemetry({ ts: null, values: { opening: 40, valveState: 'PARTIAL', doorOpen: false } }),
      canonical: true,
    },
    {
      topic: 'v1/devices/me/telemetry',
      payload: '{"ts":1700000000000,"values":{"flow":12.5}}',
      message: telemetry({ ts: 1_700_000_000_000, values: { flow: 12.5 } }),
      canonical: true,
    },
    {
      topic: 'v1/devices/me/telemetry',
      payload: '[{"a":1},{"ts":1700000000000,"values":{"a":2}},{"ts":"1700000000001","values":{"a":3}}]',
      message: telemetry(
        { ts: null, values: { a: 1 } },
        { ts: 1_700_000_000_000, values: { a: 2 } },
        { ts: 1_700_000_000_001, values: { a: 3 } },
      ),
    },
    {
      topic: 'v1/devices/me/telemetry',
      payload: '{"a":"12.5","b":"-3","c":"0012","d":"89860012345678901234","e":null,"f":{"x":[1]},"g":"1e5","h":""}',
      message: telemetry({
        ts: null,
        values: { a: 12.5, b: -3, c: '0012', d: '89860012345678901234', f: '{"x":[1]}', g: '1e5', h: '' },
      }),
    },
    { topic: 'v1/devices/me/telemetry', payload: '[]', message: telemetry(), canonical: true },
    {
      topic: 'v1/devices/me/attributes',
      payload: '{"firmware":"2.1","imei":"860000000000001"}',
      message: {
        kind: 'attributes',
        gateway: false,
        reports: [{ device: null, entries: [{ ts: null, values: { firmware: 2.1, imei: 860_000_000_000_001 } }] }],
      },
    },
    {
      topic: 'v1/devices/me/attributes/request/7',
      payload: '{"clientKeys":"a,b","sharedKeys":"c"}',
      message: { kind: 'attributesRequest', id: 7, device: null, clientKeys: ['a', 'b'], sharedKeys: ['c'] },
      canonical: true,
    },
    {
      topic: 'v1/devices/me/attributes/response/7',
      payload: '{"client":{"a":1}}',
      message: { kind: 'attributesResponse', id: 7, device: null, client: { a: 1 }, shared: {} },
      canonical: true,
    },
    {
      topic: 'v1/devices/me/rpc/request/12',
      payload: '{"method":"setValve","params":{"opening":40}}',
      message: { kind: 'rpcRequest', id: 12, device: null, method: 'setValve', params: { opening: 40 } },
      canonical: true,
    },
    {
      topic: 'v1/devices/me/rpc/response/12',
      payload: '{"error":"jammed"}',
      message: { kind: 'rpcResponse', id: 12, device: null, answer: { error: 'jammed' } },
      canonical: true,
    },
    {
      topic: 'v1/devices/me/rpc/response/13',
      payload: 'OK',
      message: { kind: 'rpcResponse', id: 13, device: null, answer: 'OK' },
    },
    {
      topic: 'v1/devices/me/rpc/response/14',
      payload: '',
      message: { kind: 'rpcResponse', id: 14, device: null, answer: '' },
    },
    {
      topic: 'v1/gateway/connect',
      payload: '{"device":"泵房 A","type":"default"}',
      message: { kind: 'connect', device: '泵房 A' },
    },
    {
      topic: 'v1/gateway/disconnect',
      payload: '{"device":"A"}',
      message: { kind: 'disconnect', device: 'A' },
      canonical: true,
    },
    {
      topic: 'v1/gateway/telemetry',
      payload: '{"A":[{"ts":1700000000000,"values":{"opening":40}},{"opening":41}],"B":[]}',
      message: {
        kind: 'telemetry',
        gateway: true,
        reports: [
          {
            device: 'A',
            entries: [
              { ts: 1_700_000_000_000, values: { opening: 40 } },
              { ts: null, values: { opening: 41 } },
            ],
          },
          { device: 'B', entries: [] },
        ],
      },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes',
      payload: '{"A":{"firmware":"v2"}}',
      message: {
        kind: 'attributes',
        gateway: true,
        reports: [{ device: 'A', entries: [{ ts: null, values: { firmware: 'v2' } }] }],
      },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes',
      payload: '{"device":"Device A","data":{"uploadFrequency":30}}',
      message: { kind: 'sharedUpdate', device: 'Device A', values: { uploadFrequency: 30 }, deleted: [] },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes',
      payload: '{"device":"Device A","data":{"deleted":["uploadFrequency"]}}',
      message: { kind: 'sharedUpdate', device: 'Device A', values: {}, deleted: ['uploadFrequency'] },
      canonical: true,
    },
    {
      topic: 'v1/devices/me/attributes/response/1',
      payload: '{"client":{"sensorModel":"DHT-22"},"shared":{"uploadFrequency":60,"targetState":"OPEN"}}',
      message: {
        kind: 'attributesResponse',
        id: 1,
        device: null,
        client: { sensorModel: 'DHT-22' },
        shared: { uploadFrequency: 60, targetState: 'OPEN' },
      },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes/request',
      payload: '{"id":1,"device":"A","client":true,"key":"k"}',
      message: {
        kind: 'gatewayAttributesRequest',
        id: 1,
        device: 'A',
        clientKeys: ['k'],
        sharedKeys: [],
        asked: 'KEY',
      },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes/response',
      payload: '{"id":1,"device":"A","values":{"k":"v"}}',
      message: { kind: 'gatewayAttributesResponse', id: 1, device: 'A', values: { k: 'v' }, single: false },
      canonical: true,
    },
    {
      topic: 'v1/gateway/attributes/request',
      payload: '{"id":1,"device":"Device A","client":["fw_version","battery"],"shared":["targetFwVersion"]}',
      message: {
        kind: 'gatewayAttributesRequest',
        id: 1,
        device: 'Device A',
        clientKeys: ['fw_version', 'battery'],
        sharedKeys: ['targetFwVersion'],
        asked: 'SCOPES',
      },
      canonical: true,
    },
    {
      topic: 'v2/t',
      payload: '{"opening":40}',
      message: { ...telemetry({ ts: null, values: { opening: 40 } }), spelling: 'SHORT' },
      canonical: true,
    },
    {
      topic: 'v2/t/j',
      payload: '{"opening":40}',
      message: { ...telemetry({ ts: null, values: { opening: 40 } }), spelling: 'SHORT_JSON' },
      canonical: true,
    },
    {
      topic: 'v2/a/j',
      payload: '{"firmware":"v2"}',
      message: {
        kind: 'attributes',
        gateway: false,
        reports: [{ device: null, entries: [{ ts: null, values: { firmware: 'v2' } }] }],
        spelling: 'SHORT_JSON',
      },
      canonical: true,
    },
    {
      topic: 'v2/a/req/7',
      payload: '{"clientKeys":"a,b","sharedKeys":"c"}',
      message: {
        kind: 'attributesRequest',
        id: 7,
        device: null,
        clientKeys: ['a', 'b'],
        sharedKeys: ['c'],
        spelling: 'SHORT',
      },
      canonical: true,
    },
    {
      topic: 'v2/a/res/j/7',
      payload: '{"client":{"a":1}}',
      message: {
        kind: 'attributesResponse',
        id: 7,
        device: null,
        client: { a: 1 },
        shared: {},
        spelling: 'SHORT_JSON',
      },
      canonical: true,
    },
    {
      topic: 'v2/r/req/j/12',
      payload: '{"method":"setValve","params":{"opening":40}}',
      message: {
        kind: 'rpcRequest',
        id: 12,
        device: null,
        method: 'setValve',
        params: { opening: 40 },
        spelling: 'SHORT_JSON',
      },
      canonical: true,
    },
    {
      topic: 'v2/r/res/12',
      payload: '{"error":"jammed"}',
      message: { kind: 'rpcResponse', id: 12, device: null, answer: { error: 'jammed' }, spelling: 'SHORT' },
      canonical: true,
    },
    {
      topic: 'v1/gateway/rpc',
      payload: '{"device":"A","data":{"id":1,"method":"stopValve","params":{}}}',
      message: { kind: 'rpcRequest', id: 1, device: 'A', method: 'stopValve', params: {} },
      canonical: true,
    },
    {
      topic: 'v1/gateway/rpc',
      payload: '{"device":"A","id":1,"data":{"success":true}}',
      message: { kind: 'rpcResponse', id: 1, device: 'A', answer: { success: true } },
      canonical: true,
    },
    {
      topic: 'v2/fw/request/3/chunk/17',
      payload: '1024',
      message: { kind: 'firmwareRequest', id: 3, chunk: 17, size: 1024 },
      canonical: true,
    },
    { topic: 'v2/fw/request/3/chunk/0', payload: '', message: { kind: 'firmwareRequest', id: 3, chunk: 0, size: 0 } },
  ]

function telemetry(...entries: TbEntry[]): Extract<TbMqttMessage, { kind: 'telemetry' | 'attributes' }> {
  return { kind: 'telemetry', gateway: false, reports: [{ device: null, entries }] }
}
