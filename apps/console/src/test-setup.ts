import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import * as react from 'react'
import { afterAll } from 'vitest'

// Test files share one document: what the last test of a file drew is removed, no module of an earlier file hears when a
// later one goes back in the history, and a line that a test cut is there again.
const add = window.addEventListener
const heard: Parameters<typeof add>[] = []
window.addEventListener = (...what: Parameters<typeof add>) => {
  if (what[0] === 'popstate') heard.push(what)
  add.apply(window, what)
}
afterAll(() => {
  cleanup()
  for (const what of heard) window.removeEventListener(...what)
  window.addEventListener = add
  onlineManager.setOnline(true)
})

// React for development notes with each element where it was made, which is an error with a stack: a fifth of what a test of
// a screen computes. Its warnings still name the components around. After ten thousand in a second it stops by itself.
Object.defineProperty(internalsOf(react), 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set() {},
})

// Without a browser, tables and forms are slow to draw: the load of the machine must not fail a test.
configure({ asyncUtilTimeout: 25_000 })

function internalsOf(library: object): object {
  const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  return (library as Record<typeof name, object>)[name]
}

/** jsdom lacks browser features that antd and the shell need. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// jsdom plays no animations: while antd waits for one to begin, it draws nothing new inside the opening element.
const styles = Object.getPrototypeOf(document.documentElement.style) as object
for (const name of ['transition', 'WebkitTransition']) Reflect.deleteProperty(styles, name)

globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver
window.matchMedia ??= (media: string) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList
window.scrollTo = () => {}
Element.prototype.scrollTo ??= () => {}
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
