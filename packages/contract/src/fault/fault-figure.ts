/**
 * Figures that count faults, for whoever wants their rows: taken and mended at all, in the time limit of their level or too late,
 * over, begun again within 30 days, and begun while the device was in service, which is what the time between faults counts.
 */
export const FAULT_FIGURES = [
  'TAKEN',
  'MENDED',
  'TAKEN_IN_TIME',
  'TAKEN_LATE',
  'MENDED_IN_TIME',
  'MENDED_LATE',
  'OVER',
  'REPEATED',
  'IN_SERVICE',
] as const
export type FaultFigure = (typeof FAULT_FIGURES)[number]

/** What a filter of a product, an area or a firmware takes for none. */
export const NONE = 'NONE'

/** In quotes a name is meant whole and not a part of it, and an area without those below it. */
export const whole = (name: string): string => `"${name}"`
