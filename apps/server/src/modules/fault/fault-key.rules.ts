/** Events about one condition of one device are delivered in order. */
export function keyOf(deviceId: string, code: string): string {
  return `fault ${deviceId} ${code}`
}
