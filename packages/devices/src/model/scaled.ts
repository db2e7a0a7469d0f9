/** Floating point keeps its promise to the ninth decimal: 0.1 kPa is 0.0001 MPa, not 0.00010000000000000002. */
export function scaled(value: number, factor: number): number {
  return factor === 1 ? value : Math.round(value * factor * 1e9) / 1e9
}
