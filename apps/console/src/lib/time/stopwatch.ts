/** A stopwatch, not an age (docs/spec/look.md#9): 18 s, 2 min 04 s, 1 h 05 min. */
export function stopwatch(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000))
  if (s < 60) return `${s} s`
  const two = (n: number) => String(n).padStart(2, '0')
  if (s < 3600) return `${Math.floor(s / 60)} min ${two(s % 60)} s`
  return `${Math.floor(s / 3600)} h ${two(Math.floor((s % 3600) / 60))} min`
}
