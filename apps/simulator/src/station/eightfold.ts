/** Guide of the n-th (from 0) of an eightfold element. */
export function idOf(first: number, n: number): string {
  return (first + n).toString(16).toUpperCase().padStart(2, '0')
}
