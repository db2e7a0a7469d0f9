// Who may import whom (docs: CONTRIBUTING.md). Each rule's comment is shown to the author of a violation. `$1` in a
// `to` is what the brackets of the rule's `from` matched.

import type { IForbiddenRuleType } from 'dependency-cruiser'

type ImportRule = IForbiddenRuleType & { name: string; comment: string }

const test = '\\.test\\.tsx?$'
const nodeModules = '(^|/)node_modules/'
/** Product code: tests may import more, because nothing depends on them. */
const product = (path: string): { path: string; pathNot: string } => ({ path, pathNot: test })

/** `doors` are the repository paths of the files in the packages' `exports`. */
export function importRules(doors: readonly string[]): ImportRule[] {
  return [...packageRules, doorRule(doors), ...serverRules, ...consoleRules, ...everywhere]
}

const packageRules: ImportRule[] = [
  {
    name: 'kit-imports-nothing',
    comment: 'packages/kit is the floor everything stands on: it imports only itself.',
    from: product('^packages/kit/src/'),
    to: { pathNot: '^packages/kit/src/' },
  },
  {
    name: 'contract-is-kit-and-zod',
    comment: 'packages/contract is read by server and console alike: it imports kit and zod, nothing else.',
    from: product('^packages/contract/src/'),
    to: { pathNot: ['^packages/(contract|kit)/src/', `${nodeModules}zod/`] },
  },
  {
    name: 'codecs-is-kit',
    comment: 'A codec turns bytes into messages and knows nothing else: packages/codecs imports kit only.',
    from: product('^packages/codecs/src/'),
    to: { pathNot: '^packages/(codecs|kit)/src/' },
  },
  {
    name: 'devices-are-plain-values',
    comment: 'A device type is a plain value: packages/devices imports codecs, contract and kit.',
    from: product('^packages/devices/src/'),
    to: { pathNot: '^packages/(devices|codecs|contract|kit)/src/' },
  },
]

const doorRule = (doors: readonly string[]): ImportRule => ({
  name: 'through-the-door',
  comment: 'Import a package by its name (`@sluice/contract`), never a file inside it.',
  from: { path: '^(packages|apps)/([^/]+)/' },
  to: {
    path: '^packages/[^/]+/src/',
    pathNot: ['^$1/$2/', ...doors.map((door) => `^${door.replaceAll('.', '\\.')}$`)],
  },
})

const server = 'apps/server/src/'
const serverRules: ImportRule[] = [
  {
    name: 'platform-knows-no-domain',
    comment:
      'server/platform is plumbing without a domain word: it never imports modules, gateways or the composition.',
    from: product(`^${server}platform/`),
    to: { path: `^${server}(modules|gateways|composition|entry)` },
  },
  {
    name: 'modules-are-strangers',
    comment:
      'A module asks another through a port that the composition fills, or hears an event: it never imports it, not even a type.',
    from: product(`^${server}modules/([^/]+)/`),
    to: { path: `^${server}modules/`, pathNot: `^${server}modules/$1/` },
  },
  {
    name: 'modules-stand-on-platform',
    comment: 'A module imports platform, packages and itself: what it needs of the process is handed to it.',
    from: product(`^${server}modules/`),
    to: { path: `^${server}`, pathNot: `^${server}(modules|platform)/` },
  },
  {
    name: 'rules-are-pure',
    comment: 'A *.rules.ts file decides and does nothing: it imports packages and rules of its own module only.',
    from: product(`^${server}modules/([^/]+)/[^.]+\\.rules\\.ts$`),
    to: { pathNot: ['^packages/', `^${server}modules/$1/[^.]+\\.rules\\.ts$`] },
  },
  {
    name: 'sql-lives-in-stores',
    comment: 'Only *.store.ts, platform/db and platform/resource/scoped.ts may import the database driver.',
    from: { path: '^(apps|packages)/', pathNot: [test, '\\.store\\.ts$', `^${server}platform/(db|resource/scoped)`] },
    to: { path: `${nodeModules}(@types/)?(pg|pg-copy-streams|pg-pool|kysely)/` },
  },
  {
    name: 'gateways-know-no-modules',
    comment: 'A gateway hands bytes on: it imports platform, codecs, devices, contract and kit, never a module.',
    from: product(`^${server}gateways/`),
    to: { path: `^${server}`, pathNot: `^${server}(gateways|platform)/` },
  },
  {
    name: 'compose-is-the-root',
    comment: 'server/composition is where everything is put together: only main.ts and tests import it.',
    from: { path: '^(apps|packages|tools)/', pathNot: [test, `^${server}(composition/|entry/main\\.ts$)`] },
    to: { path: `^${server}composition/` },
  },
  {
    name: 'server-is-alone',
    comment: 'The server meets the console over HTTP and the simulator on the wire: it imports neither.',
    from: product(`^${server}`),
    to: { path: '^apps/', pathNot: '^apps/server/' },
  },
]

const console_ = 'apps/console/src/'
const consoleRules: ImportRule[] = [
  {
    name: 'console-speaks-contract',
    comment:
      'The console imports contract and kit: device types reach it over HTTP as data, so codecs stay out of the bundle.',
    from: product(`^${console_}`),
    to: { path: '^(apps|packages|testing|tools)/', pathNot: `^(${console_}|packages/(contract|kit)/src/)` },
  },
  {
    name: 'console-is-a-browser',
    comment: 'The console runs in a browser: Node’s modules are not there.',
    from: product(`^${console_}`),
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'parts-know-no-feature',
    comment:
      'console/parts and console/lib know fields, not domains: they never import domain, features or the app shell.',
    from: product(`^${console_}(parts|lib)/`),
    to: { path: `^${console_}(domain|features|app)/` },
  },
  {
    name: 'domain-knows-no-feature',
    comment: 'console/domain is what features share of the domain: it imports lib, parts, contract and kit only.',
    from: product(`^${console_}domain/`),
    to: { path: `^${console_}`, pathNot: `^${console_}(domain|lib|parts)/` },
  },
  {
    name: 'features-are-strangers',
    comment: 'A feature never imports another feature: what both need is a part.',
    from: product(`^${console_}features/([^/]+)/`),
    to: { path: `^${console_}features/`, pathNot: `^${console_}features/$1/` },
  },
  {
    name: 'simulator-is-a-device',
    comment: 'The simulator plays devices: it imports codecs, devices and kit and meets the server on the wire.',
    from: product('^apps/simulator/src/'),
    to: {
      path: '^(apps|packages|testing|tools)/',
      pathNot: '^(apps/simulator/src/|packages/(codecs|devices|kit)/src/)',
    },
  },
]

const everywhere: ImportRule[] = [
  {
    name: 'testing-is-for-tests',
    comment: 'testing/ is the harness: only tests (and tools) import it.',
    from: { path: '^(apps|packages)/', pathNot: test },
    to: { path: '^testing/' },
  },
  {
    name: 'tests-are-leaves',
    comment: 'Nothing imports a test: what two tests share belongs to testing/.',
    from: {},
    to: { path: test },
  },
  {
    name: 'tools-are-not-shipped',
    comment: 'tools/ serves those who work here: the product never imports it.',
    from: { path: '^(apps|packages)/' },
    to: { path: '^tools/' },
  },
  {
    name: 'no-cycles',
    comment: 'Two files that import each other are one file in two pieces: move what they share into a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'imports-exist',
    comment:
      'This import leads nowhere: a wrong path, a package that is not installed, or a file its package does not open.',
    from: {},
    to: { couldNotResolve: true },
  },
]
