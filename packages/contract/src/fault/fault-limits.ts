/** Within which time a fault is taken, and within which it is mended, in minutes (domain 6.6). Level 1 has none. */
export const FAULT_LIMITS: readonly { level: number; responseMin: number; repairMin: number }[] = [
  { level: 4, responseMin: 30, repairMin: 480 },
  { level: 3, responseMin: 120, repairMin: 1440 },
  { level: 2, responseMin: 480, repairMin: 4320 },
]
