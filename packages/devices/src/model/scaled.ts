/** Floating point keeps its promise to the ninth decimal: 0.1 kPa is 0.0001 MPa, not 0.00010000000000000002. */
export function scaled(value: number, factor: number, offset = 0): number {
  return factor === 1 && offset === 0 ? value : Math.round((value * factor + offset) * 1e9) / 1e9
}
