/**
 * Every icon on a 24 px grid (docs/spec/look.md#2.6): device types by their code, interface icons by what they show.
 */

export const DEVICE_ICONS = {
  VALVE: (
    <>
      <path d="M3.5 9.5v9l8.5-4.5zM20.5 9.5v9L12 14z" />
      <path d="M12 14V5.5M8 5h8" />
    </>
  ),
  LAMP: (
    <>
      <path d="M7 21V9a4 4 0 0 1 4-4h3.5" />
      <path d="M14.5 3.8h5.5l-1 4.2h-3.5z" />
      <path d="M17.2 10.8v2M14 10.4l-1 1.6M20.4 10.4l1 1.6M4.5 21h5" />
    </>
  ),
  TEMP: (
    <>
      <path d="M9.8 13.6V5.2a2.2 2.2 0 0 1 4.4 0v8.4a4.4 4.4 0 1 1-4.4 0z" />
      <path d="M12 9.5v7.2M17.5 6h2.5M17.5 10h2.5" />
      <circle cx="12" cy="17.2" r="1.2" fill="currentColor" />
    </>
  ),
  HYDRANT: (
    <>
      <path d="M10 21v-9.5h4V21M7.5 21h9M7 11.5h10l-1.6-4H8.6zM12 7.5V4M9 4h6" />
      <path d="M17 13.5c1.6.6 2.5 1.8 2.7 3.4M7 13.5c-1.6.6-2.5 1.8-2.7 3.4" />
    </>
  ),
  PUMP: (
    <>
      <circle cx="10.5" cy="12.5" r="6" />
      <path d="M10.5 6.5H20v4.4h-3.8M8.8 9.8l4.4 2.7-4.4 2.7zM5.5 21h10M7.5 21l1-3M13.5 21l-1-3" />
    </>
  ),
  IRRIGATION: (
    <>
      <path d="M12 21v-8.5M8 21h8M10 12.5h4" />
      <path d="M12 10C11.6 6 8.6 3.8 5 4M12 10c.4-4 3.4-6.2 7-6M10.6 10C9.4 8 7 7.6 4.6 9M13.4 10c1.2-2 3.6-2.4 6-1" />
    </>
  ),
  COVER: (
    <>
      <circle cx="12" cy="12" r="8.8" />
      <circle cx="12" cy="12" r="6" />
      <path d="M9 10h6M8.6 12.2h6.8M9 14.4h6" />
    </>
  ),
  WATER_CONTROLLER: (
    <>
      <rect x="5" y="3" width="14" height="18" rx="2" />
      <path d="M8.2 6.2h7.6v3.6H8.2z" />
      <path d="M12 12.4c1.6 2 2.2 2.8 2.2 3.7a2.2 2.2 0 0 1-4.4 0c0-.9.6-1.7 2.2-3.7z" />
    </>
  ),
  GATEWAY: (
    <>
      <rect x="3.5" y="13.5" width="17" height="6.5" rx="1.6" />
      <path d="M12 13.5V9.4M8.9 8.2a4.3 4.3 0 0 1 6.2 0M6.4 5.6a7.9 7.9 0 0 1 11.2 0M7 16.8h.01M10 16.8h.01M14.5 16.8H17" />
    </>
  ),
  SENSOR: (
    <>
      <path d="M3.8 16.5a8.2 8.2 0 1 1 16.4 0M12 16.5l3.6-5M3.5 20h17M6.2 12.2l1.2.7M12 8.3v1.4M17.8 12.2l-.6.3" />
      <circle cx="12" cy="16.5" r="1.1" fill="currentColor" />
    </>
  ),
  CAMERA: (
    <>
      <rect x="3" y="7" width="12.5" height="10" rx="2" />
      <path d="M15.5 11l5.5-3v8l-5.5-3M6 10h2.5" />
    </>
  ),
  COMPRESSOR: (
    <>
      <rect x="2.8" y="11.5" width="18.4" height="7" rx="3.5" />
      <path d="M7 18.5V21M17 18.5V21M5.5 11.5V6.8h6.5v4.7M7.2 9.2h3" />
      <circle cx="16.6" cy="7" r="2.6" />
      <path d="M16.6 9.6v1.9M16.6 7l1-1" />
    </>
  ),
  CARWASH: (
    <path d="M3.8 18.2v-3.4l2.2-4.3h12l2.2 4.3v3.4zM6 14.6h2M16 14.6h2M6.5 18.2v2.3M17.5 18.2v2.3M8 3.5v3M12 3v4M16 3.5v3" />
  ),
  RELIC: (
    <path d="M5.8 9.5h12.4v4a4.6 4.6 0 0 1-4.6 4.6h-3.2a4.6 4.6 0 0 1-4.6-4.6zM7.4 9.5V5.4h2.6v4.1M14 9.5V5.4h2.6v4.1M8.6 17.8 8 21M15.4 17.8l.6 3.2M5.8 12.6h12.4" />
  ),
  WEATHER: (
    <>
      <path d="M7 19.5a3.9 3.9 0 0 1-.4-7.8 5.4 5.4 0 0 1 10.3 1.2 3.3 3.3 0 0 1 .3 6.6z" />
      <path d="M15.6 4.2V2.8M19.9 6l1-1M21.2 10.4h1.3M13.2 7.6a3.4 3.4 0 0 1 5.6 3.6" />
    </>
  ),
  LORAWAN: (
    <>
      <circle cx="12" cy="12" r="1.9" fill="currentColor" />
      <path d="M8.6 8.4a5 5 0 0 0 0 7.2M15.4 8.4a5 5 0 0 1 0 7.2M5.6 5.4a9.3 9.3 0 0 0 0 13.2M18.4 5.4a9.3 9.3 0 0 1 0 13.2" />
    </>
  ),
  UNKNOWN: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="2.5" />
      <path d="M9.8 9.6a2.3 2.3 0 1 1 3.3 2.1c-.7.4-1.1.8-1.1 1.6M12 16.2v.1" />
    </>
  ),
} as const

export const INTERFACE_ICONS = {
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
    </>
  ),
  users: (
    <>
      <circle cx="8" cy="8" r="3" />
      <circle cx="16.5" cy="9.5" r="2.4" />
      <path d="M2.8 19c.4-3.2 2.4-5 5.2-5s4.8 1.8 5.2 5M15 14.6c3 0 4.7 1.4 5.2 4.4" />
    </>
  ),
  padlock: (
    <>
      <rect x="4.5" y="10.5" width="15" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2.5" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: (
    <path d="M10 5.7a9 9 0 0 1 2-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.3 7.3A16.6 16.6 0 0 0 2.5 12S6 18.5 12 18.5a9.4 9.4 0 0 0 4-.9M10 10a3 3 0 0 0 4.1 4.2M4 4l16 16" />
  ),
  map: <path d="M3.5 6.2 9 4l6 2.2L20.5 4v13.8L15 20l-6-2.2L3.5 20zM9 4v13.8M15 6.2V20" />,
  down: <path d="m5.5 9 6.5 6.5L18.5 9" />,
  right: <path d="m9 5.5 6.5 6.5L9 18.5" />,
  left: <path d="M15 5.5 8.5 12l6.5 6.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.4 2" />
    </>
  ),
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />,
  curve: (
    <>
      <path d="M4 4v16h16" />
      <path d="m7 15 4-5 3.5 3L20 7" />
    </>
  ),
  drop: <path d="M12 3.5c3.6 4.4 5.8 7.2 5.8 10.2a5.8 5.8 0 0 1-11.6 0C6.2 10.7 8.4 7.9 12 3.5z" />,
  sheet: <path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6M9 16h6" />,
  box: <path d="M12 3.5 20 8v8.5l-8 4-8-4V8zM4 8l8 4.2L20 8M12 12.2v8.3" />,
  wrench: (
    <path d="M14.5 6.5a4 4 0 0 1 5-1.8l-2.6 2.6.6 2.2 2.2.6 1.6-2.6a4.2 4.2 0 0 1-5.8 4.7L8 19.5a2.1 2.1 0 0 1-3-3l7.3-7.4a4 4 0 0 1 2.2-2.6z" />
  ),
  flow: (
    <>
      <rect x="3.5" y="4" width="7" height="6" rx="1.5" />
      <rect x="13.5" y="14" width="7" height="6" rx="1.5" />
      <path d="M7 10v4.5a2.5 2.5 0 0 0 2.5 2.5h4" />
    </>
  ),
  fold: <path d="M4 6.5h16M4 12h11M4 17.5h16M20 9.5 17.5 12l2.5 2.5" />,
  unfold: <path d="M4 6.5h16M4 12h11M4 17.5h16M17.5 9.5 20 12l-2.5 2.5" />,
  letters: <path d="M3 19 8 6l5 13M4.8 14.5h6.4M14.5 19l3.2-8.5L21 19M15.6 16.3h4.3" />,
  cross: <path d="m6 6 12 12M18 6 6 18" />,
  refresh: <path d="M20 5v5h-5M4 19v-5h5M19 10a7.5 7.5 0 0 0-13-3.2L4.5 9M5 14a7.5 7.5 0 0 0 13 3.2l1.5-2.2" />,
  columns: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <path d="M9.2 4.5v15M14.8 4.5v15" />
    </>
  ),
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />,
  download: <path d="M12 4v11M7.5 11 12 15.5 16.5 11M4.5 20h15" />,
  upload: <path d="M12 15.5v-11M7.5 9 12 4.5 16.5 9M4.5 20h15" />,
  cards: (
    <>
      <rect x="4" y="4" width="7" height="7" rx="1.5" />
      <rect x="13" y="4" width="7" height="7" rx="1.5" />
      <rect x="4" y="13" width="7" height="7" rx="1.5" />
      <rect x="13" y="13" width="7" height="7" rx="1.5" />
    </>
  ),
  grip: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.6" />,
  up: <path d="m5.5 15 6.5-6.5 6.5 6.5" />,
  half: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
    </>
  ),
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
  stars: <path d="M17 15.8A6.8 6.8 0 0 1 8.2 7 6.8 6.8 0 1 0 17 15.8zM16.5 4v4M14.5 6h4M20 10v2.4M18.8 11.2h2.4" />,
  scan: (
    <>
      <path d="M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4" />
      <path d="M4 12h16" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  full: <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />,
  unfull: <path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  copy: (
    <>
      <rect x="8.5" y="8.5" width="12" height="12" rx="2" />
      <path d="M15.5 8.5v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3" />
    </>
  ),
  exit: <path d="M10 4.5H6a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 6 19.5h4M14.5 8l4 4-4 4M18.5 12H9.5" />,
  sliders: (
    <>
      <path d="M4 7h8M16 7h4M4 17h4M12 17h8" />
      <circle cx="14" cy="7" r="2.2" />
      <circle cx="10" cy="17" r="2.2" />
    </>
  ),
  empty: <path d="M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5a3.5 3.5 0 0 0 7 0H20" />,
  broken: <path d="M7 18.5a4 4 0 0 1-.4-7.9A5.5 5.5 0 0 1 17 9.6a4.4 4.4 0 0 1 .5 8.8M12 11.5v4M12 19v.1" />,
  unplug: <path d="M9 3.5v4M15 3.5v4M6.5 7.5h11v3a5.5 5.5 0 0 1-5.5 5.5 5.5 5.5 0 0 1-5.5-5.5zM12 16v4.5" />,
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.6 8.5-8.6M16 7.6l2.6 2.6M13.6 10l2 2" />
    </>
  ),
  pencil: <path d="M4.5 19.5 5.6 15 16 4.6l3.4 3.4L9 18.4zM13.7 7l3.4 3.4" />,
  shield: <path d="M12 3.5 19 6v5.5c0 4.2-2.8 7.4-7 9-4.2-1.6-7-4.8-7-9V6z" />,
  table: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <path d="M3.5 9.5h17M3.5 14.5h17M9.5 9.5v10" />
    </>
  ),
  tree: (
    <>
      <rect x="8.5" y="3.5" width="7" height="5" rx="1.2" />
      <rect x="3" y="15.5" width="7" height="5" rx="1.2" />
      <rect x="14" y="15.5" width="7" height="5" rx="1.2" />
      <path d="M12 8.5V12M6.5 15.5V12h11v3.5" />
    </>
  ),
  inbox: <path d="M4 5.5h16v13H4zM4 13h4.5l1.5 2.5h4l1.5-2.5H20" />,
  link: <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />,
  list: <path d="M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.2 6.5h.01M4.2 12h.01M4.2 17.5h.01" />,
  book: <path d="M5 4.5h12a2 2 0 0 1 2 2v13H7a2 2 0 0 1-2-2zM5 17.5a2 2 0 0 1 2-2h12M9 8.5h6" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.6 2.6 3.8 5.4 3.8 8.5s-1.2 5.9-3.8 8.5c-2.6-2.6-3.8-5.4-3.8-8.5s1.2-5.9 3.8-8.5z" />
    </>
  ),
  screen: (
    <>
      <rect x="3.5" y="4.5" width="17" height="11.5" rx="1.8" />
      <path d="M9 20h6M12 16v4" />
    </>
  ),
  history: <path d="M4 5v4.5h4.5M4.4 9.5A8.3 8.3 0 1 1 3.7 13M12 7.5V12l3.2 2" />,
  enter: <path d="M14 4.5h4a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-4M3.5 12h10M10 8l4 4-4 4" />,
  torch: <path d="M8 3.5h8v3.2l-2 3.3v9.5a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1V10L8 6.7zM8 6.7h8M12 12.5v2" />,
  server: (
    <>
      <rect x="4" y="4.5" width="16" height="6" rx="1.5" />
      <rect x="4" y="13.5" width="16" height="6" rx="1.5" />
      <path d="M7.5 7.5h.01M7.5 16.5h.01M11 7.5h5.5M11 16.5h5.5" />
    </>
  ),
} as const
