import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { installPackage } from '../../../tools/bootstrap/npm.mjs'
import { aptInstall } from './apt.ts'

/** A Chromium that has been started successfully, and the environment it needs. */
export interface BrowserProgram {
  path: string
  environment: Record<string, string>
}

const root = resolve(import.meta.dirname, '../../..')
/** Chromium's headless shell inside an npm package, for Linux on x64. */
const packaged = { name: '@sparticuz/chromium', version: '153.0.0' }

/**
 * The machine's own Chromium or Chrome; else the npm-packaged one, stored in `.runtime`; else Debian's when it may be
 * installed. Each is started once for its version: a file by that name may be a stub (Ubuntu's) or lack libraries.
 */
export async function provideBrowser(): Promise<BrowserProgram> {
  const own = systemBrowsers().map(plain).find(runs)
  if (own) return own

  const complaints: string[] = []
  try {
    const program = await packagedBrowser()
    if (program) return program
    complaints.push('the npm-packaged Chromium does not run here')
  } catch (error) {
    complaints.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  }

  const complaint = aptInstall(['chromium', 'fonts-noto-cjk'])
  const debian = complaint ? undefined : systemBrowsers().map(plain).find(runs)
  if (debian) return debian
  if (complaint) complaints.push(complaint)
  throw new Error(`No browser for the browser tests: install Chromium or Chrome (${complaints.join('; ')}).`)
}

const plain = (path: string): BrowserProgram => ({ path, environment: {} })

function systemBrowsers(): string[] {
  const named = process.env['CHROME_PATH'] ? [process.env['CHROME_PATH']] : []
  return [...named, ...usualPlaces()].filter((path) => existsSync(path))
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (process.platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '')
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe']
    return folders.filter(Boolean).flatMap((folder) => programs.map((program) => join(folder, program)))
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

/** Chrome on Windows opens a window and prints no version: that the file exists must suffice. */
function runs({ path, environment }: BrowserProgram): boolean {
  if (process.platform === 'win32') return true
  const run = spawnSync(path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout: 20_000,
  })
  return run.status === 0 && /Chrom|Edge/.test(run.stdout)
}

/** Undefined when it is for another machine, or does not run on this one. */
async function packagedBrowser(): Promise<BrowserProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(root, '.runtime', `chromium-${packaged.version}`)
  const spec = `${packaged.name}@${packaged.version}`
  if (!existsSync(folder))
    await installPackage(root, folder, spec, 'no browser here: fetching one (67 MB) into .runtime')
  const path = unpack(folder)
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  const fonts = { FONTCONFIG_FILE: writeFontList(folder) }
  // The package brings its libraries for machines without NSS; the machine's own fit better where they exist.
  return [
    { path, environment: fonts },
    { path, environment: { ...fonts, ...libraries } },
  ].find(runs)
}

/** The machine's fonts, and the one in the package: without any font no text would be drawn. */
function writeFontList(folder: string): string {
  const path = join(folder, 'fonts.conf')
  const include = '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'
  const folders = ['/usr/share/fonts', join(folder, 'fonts')].map((dir) => `<dir>${dir}</dir>`).join('')
  const cache = `<cachedir>${join(folder, 'font-cache')}</cachedir>`
  writeFileSync(path, `<?xml version="1.0"?>\n<fontconfig>${include}${folders}${cache}</fontconfig>\n`)
  return path
}

/** The package unpacks into the temporary folder, where it also looks for an earlier copy: it gets its own folder. */
function unpack(folder: string): string {
  const path = join(folder, 'chromium')
  if (existsSync(join(folder, 'unpacked'))) return path
  const script = `
    import chromium from '${packaged.name}'
    import { rmSync, writeFileSync } from 'node:fs'
    rmSync('chromium', { force: true })
    await chromium.executablePath()
    writeFileSync('unpacked', '')
  `
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    // Makes the package unpack its libraries too.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    encoding: 'utf8',
  })
  if (run.status !== 0)
    throw new Error(`the npm-packaged Chromium cannot be unpacked: ${run.stderr.trim().split('\n').pop()}`)
  return path
}
