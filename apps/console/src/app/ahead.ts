type Load = () => Promise<unknown>

/** `map` is the map's own program, beside the dashboard's. */
interface Program {
  shell: Load
  dashboard: Load
  map: Load
}

const PROGRAM: Program = {
  shell: () => import('./shell/shell.tsx'),
  dashboard: () => import('./dashboard.tsx'),
  map: () => import('../features/map/canvas/maplibre-port.ts'),
}

/** Whoever needs it loads it again, and says so when it fails. */
const begin = (load: Load) => void load().catch(() => {})

function neededAt(pathname: string, { shell, dashboard, map }: Program): readonly Load[] {
  if (pathname === '/wall') return [map]
  return pathname === '/' || pathname === '/dashboard' ? [shell, dashboard, map] : [shell]
}

/** Begins with the program of an address before the server has said who asks: one after another they take twice as long. */
export function loadAhead(pathname: string, program: Program = PROGRAM): void {
  neededAt(pathname, program).forEach(begin)
}

interface Connection {
  connection?: { saveData?: boolean }
}

/** Begins with the dashboard while a person types their password, a piece in each idle moment, until it is ended. */
export function loadAtLeisure({ shell, dashboard, map }: Program = PROGRAM): () => void {
  // A browser that knows no idle moments, or saves data, loads it after the sign-in.
  if (!('requestIdleCallback' in window) || (navigator as Connection).connection?.saveData) return () => {}
  const pieces = [shell, dashboard, map]
  let asked = 0
  const next = () => {
    const load = pieces.shift()
    if (!load) return
    asked = requestIdleCallback(() => {
      begin(load)
      next()
    })
  }
  next()
  return () => cancelIdleCallback(asked)
}
