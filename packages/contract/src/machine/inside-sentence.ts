/** A label inside a sentence: `Any state`, but `Any API key`. */
export function insideSentence(label: string): string {
  return /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
