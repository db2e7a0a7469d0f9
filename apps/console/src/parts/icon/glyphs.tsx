import type { ReactNode } from 'react'

/** Shapes of states on a 14 px grid (docs/spec/look.md#2.4): the shape shows the level, colour only helps. */
const ring = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const
const mark = { stroke: 'var(--surface)', strokeWidth: 1.7, strokeLinecap: 'round', fill: 'none' } as const
const question = 'M5.4 5.7a1.6 1.6 0 1 1 2.2 1.5c-.4.2-.6.5-.6 1M7 10v.1'

const GLYPHS = {
  online: <circle cx="7" cy="7" r="4.2" fill="currentColor" />,
  offline: <circle cx="7" cy="7" r="4" {...ring} strokeWidth={1.7} />,
  moving: (
    <path d="m2 3 4 4-4 4M7.2 3l4 4-4 4" {...ring} strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
  ),
  disabled: (
    <>
      <circle cx="7" cy="7" r="5" {...ring} />
      <path d="m3.6 10.4 6.8-6.8" {...ring} />
    </>
  ),
  unknown: (
    <>
      <circle cx="7" cy="7" r="5.6" {...ring} strokeDasharray=".1 2.8" strokeLinecap="round" />
      <path d={question} {...ring} strokeLinecap="round" />
    </>
  ),
  level1: (
    <>
      <circle cx="7" cy="7" r="5.4" {...ring} />
      <path d="M7 6.4v3.4M7 4v.2" {...ring} strokeWidth={1.7} strokeLinecap="round" />
    </>
  ),
  level2: (
    <>
      <path d="M7 1.3 13.3 12.4H.7z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
      <path d="M7 5v3.4M7 10.5v.2" {...mark} />
    </>
  ),
  level3: (
    <>
      <path d="M7 .6 13.4 7 7 13.4.6 7z" fill="currentColor" />
      <path d="M7 3.8v3.8M7 10v.2" {...mark} />
    </>
  ),
  level4: (
    <>
      <path d="M4.4.7h5.2l3.7 3.7v5.2l-3.7 3.7H4.4L.7 9.6V4.4z" fill="currentColor" />
      <path d="M7 3.5v4.2M7 10.2v.2" {...mark} />
    </>
  ),
  battery: (
    <>
      <rect x=".9" y="3.6" width="10.4" height="6.8" rx="1.4" {...ring} />
      <path d="M13 5.8v2.4" {...ring} strokeWidth={1.7} strokeLinecap="round" />
      <rect x="2.6" y="5.3" width="2.2" height="3.4" fill="currentColor" />
    </>
  ),
  pending: (
    <>
      <circle cx="7" cy="7" r="5.3" {...ring} strokeDasharray="2.6 1.56" />
      <circle cx="7" cy="7" r="1.6" fill="currentColor" />
    </>
  ),
  unconfirmed: (
    <>
      <circle cx="7" cy="7" r="5.7" {...ring} strokeDasharray="2.6 1.9" />
      <path d={question} {...ring} strokeLinecap="round" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="m4.2 7.2 2 2 3.6-4" {...mark} strokeLinejoin="round" />
    </>
  ),
  failed: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path d="m4.7 4.7 4.6 4.6M9.3 4.7 4.7 9.3" {...mark} />
    </>
  ),
} satisfies Record<string, ReactNode>

export type GlyphName = keyof typeof GLYPHS

const LEVELS = ['level1', 'level2', 'level3', 'level4'] as const

/** The mark and the tone of a fault's level, 1 to 4; a level beyond them has that of the nearest. */
export function levelGlyph(level: number): (typeof LEVELS)[number] {
  return LEVELS[Math.min(Math.max(level, 1), 4) - 1]!
}

/**
 * Hidden from screen readers, as it is always beside a word; in the colour of its text, or in that of its meaning
 * (tone.css).
 */
export function Glyph({ name, toned = false }: { name: GlyphName; toned?: boolean }) {
  return (
    <svg
      className={toned ? `glyph tone-${name}` : 'glyph'}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      aria-hidden="true"
    >
      {GLYPHS[name]}
    </svg>
  )
}
