const BAR_PER_MPA = 10
/** Rangeability of the equal percentage curve (domain 14.5). */
const RANGEABILITY = 30
/** Below this share the curve, which never reaches zero, is led to zero: a closed valve is tight. */
const SEAT_SHARE = 0.05
/** Main pressure for which a valve's nominal flow is stated, MPa. */
const DESIGN_INLET_MPA = 0.36
/** The pressure that leaks into a drained pipe behind a closed valve, MPa. */
const DRAINED_MPA = 0.012

/** A valve and the pipe behind it. */
export interface ValvePipe {
  /** Flow with the valve fully open at design pressure, m³/h. */
  nominalFlowM3h: number
  /** Head the pipe behind must be lifted to before anything flows, MPa. */
  staticMpa: number
}

export interface ValveFlow {
  flowM3h: number
  outletMpa: number
}

/** Valve coefficient at an opening of 0..1, as a share of its full value: Kv100·R^(x-1) (domain 14.5). */
export function kvShare(opening: number): number {
  const x = Math.min(1, Math.max(0, opening))
  const curve = (at: number) => RANGEABILITY ** (at - 1)
  return x >= SEAT_SHARE ? curve(x) : (curve(SEAT_SHARE) * x) / SEAT_SHARE
}

/**
 * Flow and pressure behind the valve. Q = Kv·√Δp over the valve and Q = √(Δp/R) through the pipe behind it share one
 * flow, so both drops add up to the main's pressure above the static head.
 */
export function valveFlow(pipe: ValvePipe, opening: number, inletMpa: number): ValveFlow {
  const kv100 = 1.5 * pipe.nominalFlowM3h
  const kv = kv100 * kvShare(opening)
  const offered = (inletMpa - pipe.staticMpa) * BAR_PER_MPA
  if (kv === 0 || offered <= 0) return { flowM3h: 0, outletMpa: kv === 0 ? DRAINED_MPA : Math.max(0, inletMpa) }
  const designOffered = (DESIGN_INLET_MPA - pipe.staticMpa) * BAR_PER_MPA
  const pipeResistance = designOffered / pipe.nominalFlowM3h ** 2 - 1 / kv100 ** 2
  const flowM3h = Math.sqrt(offered / (1 / kv ** 2 + pipeResistance))
  return { flowM3h, outletMpa: inletMpa - (flowM3h / kv) ** 2 / BAR_PER_MPA }
}
