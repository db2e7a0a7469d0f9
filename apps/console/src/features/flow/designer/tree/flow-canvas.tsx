import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { ToolButton } from '../../../../parts/button/tool-button.tsx'
import type { Anchor } from '../../../../parts/overlay/popup-menu.tsx'
import { type Designer, useDesigner } from '../designer.ts'
import { jointAfter, withBranchMoved } from '../flow-edit.ts'
import { type Arrow, START, walked } from '../flow-walk.ts'
import { IconTool } from '../icon-tool.tsx'
import { ZOOM, zoomed } from '../zoom.ts'
import { FlowTree } from './flow-tree.tsx'
import { NodePalette } from './joint.tsx'
import { Minimap } from './minimap.tsx'
import { type TreeActs, TreeProvider, useTreeActs } from './use-tree.ts'

const ARROWS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

interface Keys {
  designer: Designer
  acts: TreeActs
  node: string
  openPanel: () => void
  openPalette: () => void
  /** To so many percent, or a step closer (1) or further (-1). */
  zoom: (to: number) => void
}

/** What a key does with Ctrl or Cmd held; false where it is none of ours. */
function withControl(event: KeyboardEvent, { acts, node, zoom, designer }: Keys): boolean {
  const letter = event.key.toLowerCase()
  const ours: Readonly<Record<string, () => void>> = {
    0: () => zoom(100),
    '+': () => zoom(1),
    '=': () => zoom(1),
    '-': () => zoom(-1),
    c: () => acts.copy(node),
    x: () => {
      if (!designer.isFixed && acts.copy(node)) acts.remove(node)
    },
    v: () => acts.paste(node),
  }
  ours[letter]?.()
  return letter in ours
}

function alone(event: KeyboardEvent, { designer, acts, node, openPanel, openPalette }: Keys): boolean {
  const { key } = event
  if (ARROWS.includes(key)) {
    const by = key === 'ArrowLeft' ? -1 : 1
    if (!event.altKey) designer.select(walked(designer.model.process, node, key as Arrow))
    else if (key === 'ArrowLeft' || key === 'ArrowRight')
      designer.changeSteps((steps) => withBranchMoved(steps, node, by))
    return true
  }
  const ours: Readonly<Record<string, () => void>> = {
    Enter: openPanel,
    n: openPalette,
    N: openPalette,
    Delete: () => acts.remove(node),
    Backspace: () => acts.remove(node),
  }
  ours[key]?.()
  return key in ours
}

function takeKey(event: KeyboardEvent, keys: Keys): void {
  const isOurs = event.ctrlKey || event.metaKey ? withControl(event, keys) : alone(event, keys)
  if (isOurs) event.preventDefault()
}

/** Drags the drawing while the space bar is held, or by its ground. */
function usePan(canvas: RefObject<HTMLDivElement | null>) {
  const [isHeld, setHeld] = useState(false)
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  return {
    isHeld,
    hold: setHeld,
    begin: (event: PointerEvent<HTMLDivElement>) => {
      const isGround = !(event.target as Element).closest('[data-node], button')
      if (event.button !== 0 || event.pointerType === 'touch' || !(isHeld || isGround)) return
      const { scrollLeft: left, scrollTop: top } = event.currentTarget
      from.current = { x: event.clientX, y: event.clientY, left, top }
      event.currentTarget.setPointerCapture?.(event.pointerId)
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current
      if (start)
        canvas.current?.scrollTo({ left: start.left - (clientX - start.x), top: start.top - (clientY - start.y) })
    },
    end: () => {
      from.current = null
    },
  }
}

/** The card of the chosen node has the focus while the tree has it, and is in sight. */
function useFocusedCard(canvas: RefObject<HTMLDivElement | null>, selected: string | null) {
  useEffect(() => {
    const card = selected && canvas.current?.querySelector<HTMLElement>(`[data-node="${selected}"]`)
    if (!card) return
    if (canvas.current?.contains(document.activeElement) || document.activeElement === document.body)
      card.focus({ preventScroll: true })
    card.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [canvas, selected])
}

/** A drawing that is wider than its place begins with its middle, where the start is. */
function useCentred(canvas: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const place = canvas.current
    place?.scrollTo({ left: (place.scrollWidth - place.clientWidth) / 2 })
  }, [canvas])
}

/** The drawing with its zoom, its keys and its small picture. */
export function FlowCanvas({ onOpenPanel }: { onOpenPanel: () => void }) {
  const { t } = useText()
  const designer = useDesigner()
  const acts = useTreeActs()
  const canvas = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(100)
  const [palette, setPalette] = useState<Anchor | null>(null)
  const pan = usePan(canvas)
  useCentred(canvas)
  const { selected, isFixed } = designer
  useFocusedCard(canvas, selected)
  const node = selected ?? START
  const openPalette = () => {
    const box = canvas.current?.querySelector(`[data-node="${node}"]`)?.getBoundingClientRect()
    if (!isFixed && node !== 'end') setPalette({ x: box?.left ?? 0, y: (box?.bottom ?? 0) + 6 })
  }
  const zoomBy = (to: number) => setZoom((now) => (Math.abs(to) === 1 ? zoomed(now, to as 1 | -1) : to))
  return (
    <TreeProvider value={acts}>
      <div className="flow-canvas-place">
        {/* The keys are those of the cards inside. */}
        <div
          ref={canvas}
          className={pan.isHeld ? 'flow-canvas held' : 'flow-canvas'}
          onKeyDown={(event) => {
            if (event.key === ' ') {
              event.preventDefault()
              pan.hold(true)
              return
            }
            if ((event.target as Element).closest('[role=treeitem]'))
              takeKey(event, { designer, acts, node, openPanel: onOpenPanel, openPalette, zoom: zoomBy })
          }}
          onKeyUp={(event) => event.key === ' ' && pan.hold(false)}
          onPointerDown={pan.begin}
          onPointerMove={pan.move}
          onPointerUp={pan.end}
          onPointerCancel={pan.end}
        >
          <div style={{ zoom: zoom / 100 }}>
            <FlowTree />
          </div>
        </div>
        <div className="flow-view" role="group" aria-label={t('flow.zoom')}>
          <Minimap canvas={canvas} zoom={zoom} />
          <div className="row">
            <IconTool name="minus" label={t('flow.zoomOut')} disabled={zoom <= ZOOM.least} onClick={() => zoomBy(-1)} />
            <output className="num">{`${zoom} %`}</output>
            <ToolButton icon="plus" label={t('flow.zoomIn')} disabled={zoom >= ZOOM.most} onClick={() => zoomBy(1)} />
            <ToolButton icon="full" label={t('flow.zoomWhole')} onClick={() => zoomBy(100)} />
          </div>
        </div>
        {palette && (
          <NodePalette
            at={palette}
            joint={jointAfter(designer.model.process.steps, node)}
            onClose={() => setPalette(null)}
          />
        )}
      </div>
    </TreeProvider>
  )
}
