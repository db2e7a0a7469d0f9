/** The browser and system of a sign-in: enough for users to recognise their own, not a fingerprint. */
export interface Agent {
  browser: string | null
  system: string | null
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The order matters: nearly every browser also claims to be another one. */
export function agentOf(userAgent: string): Agent {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))
  const version = browser && browser[0].exec(userAgent)?.[1]
  return { browser: browser ? `${browser[1]} ${version}` : null, system: system?.[1] ?? null }
}

export type Place = 'machine' | 'intranet' | 'internet'

/** The kind of network an address belongs to, read from the address alone: no outside service is asked. */
export function placeOf(ip: string): Place {
  const address = ip.replace(/^::ffff:/i, '').toLowerCase()
  if (address === '::1' || address.startsWith('127.')) return 'machine'
  const [a = 0, b = 0] = address.split('.').map(Number)
  const isPrivate =
    a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254)
  // Carrier-grade NAT (RFC 6598) is not a public address either.
  const isShared = a === 100 && b >= 64 && b <= 127
  return isPrivate || isShared || /^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/.test(address) ? 'intranet' : 'internet'
}
