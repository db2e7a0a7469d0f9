const DRAWINGS = {
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" />,
  back: <path d="M6.5 5.5v13M18 5.5 9 12l9 6.5z" />,
  next: <path d="M17.5 5.5v13M6 5.5 15 12l-9 6.5z" />,
} as const
export type PlayIconName = keyof typeof DRAWINGS

export function PlayIcon({ name }: { name: PlayIconName }) {
  return (
    <svg className="icon" width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  )
}
