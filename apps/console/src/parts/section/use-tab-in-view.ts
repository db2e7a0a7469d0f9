import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the open tab of a page in sight where they are more than a phone is wide: the library measures before its own
 * button has taken room. For the element around the tabs.
 */
export function useTabInView<E extends HTMLElement>(open: string): RefObject<E | null> {
  const around = useRef<E>(null)
  useEffect(() => {
    const tab = around.current?.querySelector<HTMLElement>(':scope > .page-tabs > .ant-tabs-nav .ant-tabs-tab-active')
    const strip = tab?.closest<HTMLElement>('.ant-tabs-nav-wrap')
    if (!tab || !strip) return
    const side = (strip.clientWidth - tab.offsetWidth) / 2
    strip.scrollLeft = tab.offsetLeft - side
  }, [open])
  return around
}
