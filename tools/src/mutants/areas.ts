/** A part of the product with a goal of its own; a file belongs to the first area that takes it. */
export interface Area {
  name: string
  goalPercent: number
  takes(path: string): boolean
}

const server = 'apps/server/src'

const under =
  (folder: string, except: RegExp = /(?!)/) =>
  (path: string) =>
    path.startsWith(`${folder}/`) && !except.test(path)

/** Files that only pass on what others decide contain no decisions to test. */
const handsOn = /\.(routes|ports|module|messages|vectors)\.ts$|\/index\.ts$/

const areas: readonly Area[] = [
  { name: 'rules', goalPercent: 85, takes: (path) => path.endsWith('.rules.ts') },
  { name: 'stores', goalPercent: 70, takes: (path) => path.endsWith('.store.ts') },
  {
    name: 'pipeline',
    goalPercent: 85,
    takes: (path) =>
      /\/telemetry\/(?:\w+\/)*(uplink|rollup|rollup-days|history|history-lane|silence)(\.\w+)?\.ts$/.test(path) ||
      under('packages/devices/src', /\/types\/|catalogue|index/)(path),
  },
  { name: 'command ledger', goalPercent: 85, takes: under(`${server}/modules/command`, handsOn) },
  { name: 'scope', goalPercent: 85, takes: (path) => /\/platform\/\w+\/(scoped|session|access)\.ts$/.test(path) },
  { name: 'identity', goalPercent: 85, takes: under(`${server}/modules/identity`, handsOn) },
  { name: 'request layer', goalPercent: 70, takes: under('apps/console/src/lib') },
  {
    name: 'codecs and kit',
    goalPercent: 70,
    takes: (path) => /^packages\/(kit|codecs)\/src\//.test(path) && !handsOn.test(path),
  },
]

/** Files of no area, when named by path. */
const elsewhere: Area = { name: 'elsewhere', goalPercent: 70, takes: () => true }

const isProduct = (path: string): boolean =>
  /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path) &&
  !/\.(test|fixture|worker|vectors)\.tsx?$|\.d\.ts$|\/test-setup\.ts$|\/texts\//.test(path)

/** The area of a file, or undefined when it is not to be mutated; `named` files are taken even without an area. */
export function areaOf(path: string, named: boolean): Area | undefined {
  if (!isProduct(path)) return undefined
  return areas.find(({ takes }) => takes(path)) ?? (named ? elsewhere : undefined)
}

export const speaksSql = (path: string): boolean => path.endsWith('.store.ts') || path.startsWith(`${server}/platform/`)

/** Tests that reach a file through the database: those of its own folder, and those about all modules. */
const further: readonly { of: RegExp; tests: RegExp }[] = [
  {
    of: /server\/src\/platform\/(?:\w+\/)?(resource|scoped|session|access|audit)/,
    tests: /\.invariants\.db\.test\.ts$|\/sec\.db\.test\.ts$/,
  },
  { of: /server\/src\/platform\//, tests: /server\/src\/platform\/.*\.db\.test\.ts$/ },
  {
    of: /server\/src\/platform\/http\/session\.ts|modules\/identity\/\w+\/(grant|explain|department|tree)/,
    tests: /modules\/(registry|identity)\/.*\.db\.test\.ts$/,
  },
  { of: /modules\/(journal|identity|site)\//, tests: /\/audit\.invariants\.db\.test\.ts$|\/sec\.db\.test\.ts$/ },
  { of: /modules\/command\//, tests: /gateways\/.*(command|downlink|tb\.).*\.db\.test\.ts$/ },
  { of: /modules\/diagnostics\//, tests: /gateways\/.*\.db\.test\.ts$/ },
]

export function databaseTestsOf(path: string, tests: readonly string[]): string[] {
  if (!path.startsWith('apps/server/')) return []
  // All rooms of a module count as one folder.
  const folder = /^.*\/modules\/[^/]+\//.exec(path)?.[0] ?? path.slice(0, path.lastIndexOf('/') + 1)
  const own = path.includes('/modules/') || path.includes('/gateways/')
  return tests.filter(
    (test) =>
      test.endsWith('.db.test.ts') &&
      ((own && test.startsWith(folder)) || further.some(({ of, tests: wanted }) => of.test(path) && wanted.test(test))),
  )
}
