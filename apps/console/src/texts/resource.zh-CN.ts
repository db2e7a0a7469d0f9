/** Names of the resources, many and one. */
export const resourceZh = {
  'resource.geoFeature': '地物',
  'one.geoFeature': '地物',
  'resource.user': '用户',
  'resource.dept': '部门',
  'resource.role': '角色',
  'resource.device': '设备',
  'resource.product': '产品',
  'one.user': '用户',
  'one.dept': '部门',
  'one.role': '角色',
  'one.device': '设备',
  'resource.apiKey': '接口密钥',
  'resource.valveSlave': '阀门从机',
  'resource.fault': '设备故障',
} as const
