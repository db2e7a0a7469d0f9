/** Lines as a finger drew them: x and y in turn, in thousandths of the field's width. */
export type Strokes = readonly (readonly number[])[]

/** Points of a line in thousandths of the field's width, for a path. */
export function pathOf(strokes: Strokes): string {
  return strokes
    .map(
      (line) =>
        line.map((value, n) => (n % 2 === 0 ? `${n === 0 ? 'M' : 'L'}${value}` : ` ${value}`)).join('') +
        // A dot is a line of no length.
        (line.length === 2 ? 'h1' : ''),
    )
    .join('')
}
