import type { Plugin } from 'vite'

const CONFIG = '.__zod_globalConfig = {}'

/**
 * zod asks whether it may compile schemas with `new Function`. Our content policy says no, and the browser reports the
 * question as a breach. zod reads its settings when it is loaded, before any module of ours could write them.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    transform(code, id) {
      if (!id.includes('/zod/v4/core/core.js')) return null
      if (!code.includes(CONFIG)) this.error('zod sets its configuration elsewhere now')
      return { code: code.replace(CONFIG, '.__zod_globalConfig = { jitless: true }'), map: null }
    },
  }
}
