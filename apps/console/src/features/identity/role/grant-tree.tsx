import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { Tree } from 'antd'
import { useText } from '../../../lib/text/text.ts'
import { shownOf, turned } from './grants.ts'
import { Caret } from '../../../parts/icon/caret.tsx'

const FIELD_NAMES = { title: 'title', key: 'id', children: 'children' }

interface GrantTreeProps {
  nodes: readonly ResourceNode[]
  /** Set by the form item: granted ids with their half-checked parents. */
  value?: readonly string[]
  onChange?: (ids: string[]) => void
}

/** A tree of folders, screens and buttons to grant. */
export function GrantTree({ nodes, value = [], onChange }: GrantTreeProps) {
  const { t, byName } = useText()
  return (
    <Tree<ResourceNode>
      className="grant-tree"
      checkable
      // `turned` decides what follows from a click: a screen may be granted without any of its buttons.
      checkStrictly
      switcherIcon={({ expanded }: { expanded?: boolean }) => <Caret kind="branch" open={expanded === true} />}
      selectable={false}
      treeData={[...nodes]}
      fieldNames={FIELD_NAMES}
      checkedKeys={shownOf(nodes, value)}
      defaultExpandedKeys={nodes.map((node) => node.id)}
      onCheck={(_keys, { node }) => onChange?.(turned(nodes, value, node.id))}
      titleRender={(node) => (
        <span className={node.type === RESOURCE_TYPES.BUTTON ? 't2' : ''}>
          {node.title}
          {node.type !== RESOURCE_TYPES.BUTTON && (
            <span className="sr-only">{byName(`enum.resourceType.${node.type}`)}</span>
          )}
          {node.permission && <small className="t3"> {node.permission}</small>}
        </span>
      )}
      aria-label={t('role.resourceIds')}
    />
  )
}
