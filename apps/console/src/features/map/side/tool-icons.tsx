import type { ReactNode } from 'react'

/** Icons that only the map uses, on the same 24 px grid. */
const DRAWINGS = {
  minus: <path d="M5 12h14" />,
  home: (
    <>
      <circle cx="12" cy="12" r="6.5" />
      <path d="M12 2.5V6M12 18v3.5M2.5 12H6M18 12h3.5" />
    </>
  ),
  layers: <path d="m12 4 8.5 4.5L12 13 3.5 8.5zM4 12.5l8 4.2 8-4.2M4 16.3l8 4.2 8-4.2" />,
  lasso: (
    <>
      <path
        d="M9.5 16.2C5.8 15.4 3.2 13 3.2 10.2c0-3.6 4-6.4 8.8-6.4s8.8 2.8 8.8 6.4-4 6.4-8.8 6.4"
        strokeDasharray="3.2 2.4"
      />
      <circle cx="9.5" cy="16.6" r="2" />
      <path d="M10 18.6c.4 1.2-.2 2-1.6 2.4" />
    </>
  ),
  burst: (
    <>
      <path d="M3 13h4.5M16.5 13H21M3 18h4.5M16.5 18H21M7.5 11v9M16.5 11v9" />
      <path d="M12 15.5V10M12 6V3M8.5 8 7 6M15.5 8 17 6" />
    </>
  ),
  colour: <path d="M12 3.2s6 6.9 6 11a6 6 0 0 1-12 0c0-4.1 6-11 6-11zM9 14.4a3 3 0 0 0 2.4 2.9" />,
  wall: <path d="M3 4.5h18v12H3zM12 16.5V20M8 20.5h8M7 13l3-3.5 2.5 2 4.5-4" />,
  redo: <path d="m15.5 5 4 4-4 4M19.5 9h-9a5.5 5.5 0 0 0 0 11H15" />,
  point: (
    <>
      <path d="M12 21s-6-6.2-6-11a6 6 0 0 1 12 0c0 4.8-6 11-6 11z" />
      <circle cx="12" cy="10" r="2" />
    </>
  ),
  line: (
    <>
      <path d="M6.5 17.5 17.5 6.5" />
      <circle cx="5" cy="19" r="2" />
      <circle cx="19" cy="5" r="2" />
    </>
  ),
  shape: <path d="M5 8.5 13 4l6.5 6-3 9H6.5z" />,
  undo: <path d="M8.5 5 4.5 9l4 4M4.5 9h9a5.5 5.5 0 0 1 0 11H9" />,
  bin: <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.3 10.5v5.5M13.7 10.5v5.5" />,
} satisfies Record<string, ReactNode>

export function Drawing({ name, size = 18 }: { name: keyof typeof DRAWINGS; size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {DRAWINGS[name]}
    </svg>
  )
}
