/** The keys to look a host up by, as the browser wrote it in `Host`: with its port first, then the name alone. */
export function hostKeys(host: string): string[] {
  const whole = host
    .trim()
    .toLowerCase()
    .replace(/\.(?=:|$)/, '')
  const name = whole.replace(/:\d+$/, '')
  return [...new Set([whole, name])].filter((one) => one !== '')
}
