import { useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { Icon } from '../../../../parts/icon/icons.tsx'
import { type Anchor, PopupMenu } from '../../../../parts/overlay/popup-menu.tsx'
import { useDesigner } from '../designer.ts'
import type { Joint as JointPlace } from '../flow-edit.ts'
import { NODE_ICONS } from './node-icons.ts'
import { useTree } from './use-tree.ts'

const KINDS = ['APPROVAL', 'COPY', 'CHOICE', 'PARALLEL', 'DELAY'] as const

/** The kinds of nodes that can be put at a joint. */
export function NodePalette({ at, joint, onClose }: { at: Anchor; joint: JointPlace; onClose: () => void }) {
  const { t } = useText()
  const { insert } = useTree()
  return (
    <PopupMenu
      at={at}
      label={t('flow.newNode')}
      onClose={onClose}
      items={KINDS.map((kind) => ({
        key: kind,
        label: t(`flow.kind.${kind}`),
        icon: <Icon name={NODE_ICONS[kind]} size={16} />,
        onSelect: () => insert(kind, joint),
      }))}
    />
  )
}

/**
 * The place between two nodes: another one is put there, or dropped while one is dragged that may stand there. Readers and keys
 * put a node after the one they are at.
 */
export function Joint({ list, index }: JointPlace) {
  const { t } = useText()
  const { isFixed } = useDesigner()
  const { dragged, isAllowed, drop } = useTree()
  const [at, setAt] = useState<Anchor | null>(null)
  const [over, setOver] = useState(false)
  const joint = { list, index }
  const lit = dragged !== null && isAllowed(joint)
  const look = lit ? (over ? 'flow-joint lit over' : 'flow-joint lit') : 'flow-joint'
  return (
    <div
      className={look}
      data-joint={`${list ?? ''}:${index}`}
      aria-hidden="true"
      onDragOver={(event) => {
        if (!lit) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (lit) drop(joint)
      }}
    >
      {!isFixed && (
        <button
          type="button"
          tabIndex={-1}
          title={t('flow.newNode')}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect()
            setAt({ x: box.left, y: box.bottom + 4 })
          }}
        >
          <Icon name="plus" size={14} />
        </button>
      )}
      {at && <NodePalette at={at} joint={joint} onClose={() => setAt(null)} />}
    </div>
  )
}
