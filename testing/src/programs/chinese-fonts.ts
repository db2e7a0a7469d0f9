import { spawnSync } from 'node:child_process'
import { aptInstall } from './apt.ts'

/** Without Chinese fonts every character is a box or a blank: tests still pass, but screenshots and text widths are wrong. */
export function provideChineseFonts(): void {
  if (process.platform !== 'linux' || hasChineseFonts()) return
  const complaint = aptInstall(['fontconfig', 'fonts-noto-cjk'])
  if (complaint) process.stderr.write(`sluice: no Chinese fonts here, Chinese text will not show (${complaint})\n`)
}

function hasChineseFonts(): boolean {
  const list = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return list.status === 0 && list.stdout.trim() !== ''
}
