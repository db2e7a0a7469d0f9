import { RELIABILITY_LEAST_FAULTS, type ReliabilityRun } from '@sluice/contract'

/** What lies outside of a 90 % interval, at each end. */
const TAIL = 0.05
const STEPS = 80

/** The chance of at most `n` events where `mean` are expected. Terms from the greatest down, so that none overflows. */
function chanceOfAtMost(n: number, mean: number, logFactorial: number): number {
  if (mean === 0) return 1
  // Above the mean the far side is the small one.
  if (n >= mean) return 1 - chanceAbove(n, mean, logFactorial)
  let [term, sum] = [1, 1]
  for (let k = n; k > 0 && term > sum * Number.EPSILON; k--) {
    term *= k / mean
    sum += term
  }
  return sum * Math.exp(n * Math.log(mean) - mean - logFactorial)
}

function chanceAbove(n: number, mean: number, logFactorial: number): number {
  let term = mean / (n + 1)
  let sum = term
  for (let k = n + 2; term > sum * Number.EPSILON; k++) {
    term *= mean / k
    sum += term
  }
  return sum * Math.exp(n * Math.log(mean) - mean - logFactorial)
}

function logFactorialOf(n: number): number {
  let sum = 0
  for (let k = 2; k <= n; k++) sum += Math.log(k)
  return sum
}

/** The mean with which `chance`, which falls with it, is as wanted. */
function meanWhere(chance: (mean: number) => number, wanted: number, most: number): number {
  let [low, high] = [0, most]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (chance(middle) > wanted) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * The exact 90 % interval of the mean of a Poisson count (F. Garwood, Fiducial limits for the Poisson distribution,
 * Biometrika 28, 1936): at the upper end a count this low, at the lower end one this high has a chance of 5 %. It is that of
 * the chi-square distribution, χ²(0.05; 2n)/2 to χ²(0.95; 2n+2)/2.
 */
export function poissonInterval(n: number): { low: number; high: number } {
  const most = n + 10 * Math.sqrt(n + 1) + 10
  const [own, below] = [logFactorialOf(n), n > 0 ? logFactorialOf(n - 1) : 0]
  return {
    low: n === 0 ? 0 : meanWhere((mean) => chanceOfAtMost(n - 1, mean, below), 1 - TAIL, most),
    high: meanWhere((mean) => chanceOfAtMost(n, mean, own), TAIL, most),
  }
}

/** Device days between faults and their interval. */
export function timeBetweenFaults(
  deviceDays: number,
  faults: number,
): Pick<ReliabilityRun, 'mtbfDays' | 'lowDays' | 'highDays' | 'ranked'> {
  const { low, high } = poissonInterval(faults)
  return {
    mtbfDays: faults === 0 ? null : deviceDays / faults,
    lowDays: deviceDays / high,
    highDays: faults === 0 ? null : deviceDays / low,
    ranked: faults >= RELIABILITY_LEAST_FAULTS,
  }
}
