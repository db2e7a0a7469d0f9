import { startChild } from '../child.ts'
import type { calls as CodecCalls } from '../programs/codec.process.ts'
import type { Figures, Measure } from '../measure.ts'
import { overRounds, rounded } from '../gauge/statistics.ts'

const FUZZED = 1_000_000
const FUZZ_STEP = 50_000

/**
 * Splitting, decoding and encoding frames, against the checksum over the same bytes; and millions of damaged frames.
 */
export const codec: Measure = {
  name: 'codec',
  async run({ undo, quick, say }): Promise<Figures> {
    const child = startChild<typeof CodecCalls>(new URL('../programs/codec.process.ts', import.meta.url), undo)
    await child.ask('round', { ms: 500 })
    const rounds: Record<'checksum' | 'split' | 'decode' | 'encode', number>[] = []
    for (let round = 0; round < (quick ? 3 : 7); round++) rounds.push(await child.ask('round', { ms: 500 }))
    const toChecksum = (way: 'split' | 'decode' | 'encode') =>
      overRounds(rounds.map((round) => round[way] / round.checksum))
    const perSecond = (way: 'split' | 'decode' | 'encode') => overRounds(rounds.map((round) => 1e9 / round[way]))
    const frameBytes = rounded(await child.ask('frameBytes', null))
    const fuzz = quick ? {} : { fuzz: await fuzzed(FUZZED, (range) => child.ask('fuzz', range), say) }
    await child.stop()
    return {
      ratios: { split: toChecksum('split'), decode: toChecksum('decode'), encode: toChecksum('encode') },
      unit: 'times the CRC over the same bytes',
      absolute: {
        frameBytes,
        framesPerSecond: { split: perSecond('split'), decode: perSecond('decode'), encode: perSecond('encode') },
        checksumNsPerFrame: overRounds(rounds.map(({ checksum }) => checksum)),
      },
      ...fuzz,
    }
  },
}

async function fuzzed(
  count: number,
  ask: (range: { from: number; count: number }) => Promise<{ threw: number[]; decoded: number }>,
  say: (text: string) => void,
): Promise<Figures> {
  const started = performance.now()
  const seeds: number[] = []
  let decoded = 0
  for (let from = 0; from < count; from += FUZZ_STEP) {
    const part = await ask({ from, count: FUZZ_STEP })
    seeds.push(...part.threw)
    decoded += part.decoded
  }
  say(`  ${count} damaged frames: ${seeds.length} made a codec throw`)
  return {
    frames: count,
    threw: seeds.length,
    seedsThatThrew: seeds.slice(0, 20),
    decodedAnyway: decoded,
    seconds: rounded((performance.now() - started) / 1000),
  }
}
