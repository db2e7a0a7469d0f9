/** The logo: a gate above water; the water has the theme colour. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" className="icon">
      <path d="M3.1 15.2a10 10 0 0 0 19.8 0z" fill="var(--theme)" />
      <circle cx="13" cy="13" r="10.9" fill="none" stroke="currentColor" strokeWidth="2.2" />
      <path d="M13 5.2v7.2" stroke="currentColor" strokeWidth="4.6" strokeLinecap="round" />
    </svg>
  )
}
