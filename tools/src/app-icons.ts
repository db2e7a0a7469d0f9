import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../../testing/src/browser/browser.ts'

/** Draws the PNG icons for phones and desktops from the console's own drawing: `node tools/src/app-icons.ts`. */
const folder = new URL('../../apps/console/public/', import.meta.url)

/** A mask may cut away all but the middle 80 %, so there the drawing is smaller. The system rounds the corners. */
const ICONS = [
  { file: 'icon-180.png', px: 180, share: 1 },
  { file: 'icon-192.png', px: 192, share: 1 },
  { file: 'icon-512.png', px: 512, share: 1 },
  { file: 'icon-maskable-512.png', px: 512, share: 0.84 },
] as const
const GROUND = '#14212d'

const drawing = readFileSync(new URL('icon.svg', folder), 'utf8')
const browser = await launchBrowser()
try {
  for (const { file, px, share } of ICONS) {
    const page = await browser.newPage({ viewport: { width: px, height: px }, deviceScaleFactor: 1 })
    const side = Math.round(px * share)
    await page.setContent(
      `<body style="margin:0;height:${px}px;display:grid;place-items:center;background:${GROUND}">
       <div style="width:${side}px;height:${side}px">${drawing}</div></body>`,
    )
    writeFileSync(fileURLToPath(new URL(file, folder)), await page.screenshot())
    await page.close()
  }
} finally {
  await browser.close()
}
