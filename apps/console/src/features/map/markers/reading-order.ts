/** Metrics that users look for come first; the others follow in the device's own order. */
const FIRST = ['opening', 'valveState', 'inletPressure', 'outletPressure', 'flow', 'totalVolume', 'level', 'batteryV']

export function orderedKeys(values: Readonly<Record<string, unknown>>): string[] {
  const rank = (key: string) => {
    const at = FIRST.indexOf(key.split('.')[0]!)
    return at < 0 ? FIRST.length : at
  }
  return Object.keys(values).toSorted((a, b) => rank(a) - rank(b))
}
