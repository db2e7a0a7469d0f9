import type { DepartmentNode } from '@sluice/contract'
import { Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { Fetched } from '../fetched/fetched.tsx'
import { DepartmentSelect, useDepartments } from '../form/department-select.tsx'
import { Caret } from '../icon/caret.tsx'

interface Branch {
  key: string
  title: string
  children: Branch[]
}

/** Nodes whose name contains the text, with their ancestors. */
function matching(nodes: readonly DepartmentNode[], text: string): Branch[] {
  return nodes.flatMap((node) => {
    const children = matching(node.children ?? [], text)
    return node.name.includes(text) || children.length > 0 ? [{ key: node.id, title: node.name, children }] : []
  })
}

/** The department tree at the left of a list, a select above it on a phone; a second click shows all again. */
export function SideDepartments({
  chosen,
  onChoose,
}: {
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const mobile = useMobile()
  const departments = useDepartments()
  const nodes = useMemo(() => matching(departments.data ?? [], typed.trim()), [departments.data, typed])
  if (mobile) {
    return (
      <DepartmentSelect
        value={chosen ?? null}
        placeholder={t('search.all')}
        aria-label={t('user.deptId')}
        onChange={(id) => onChoose(Array.isArray(id) ? id[0] : id)}
      />
    )
  }
  return (
    <Fetched query={departments}>
      {() => (
        <>
          <Input
            allowClear
            value={typed}
            placeholder={t('user.searchDept')}
            aria-label={t('user.searchDept')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Tree
            className="side-tree"
            key={typed}
            blockNode
            switcherIcon={({ expanded }: { expanded?: boolean }) => <Caret kind="branch" open={expanded === true} />}
            defaultExpandAll
            treeData={nodes}
            selectedKeys={chosen ? [chosen] : []}
            onSelect={(keys) => onChoose(keys[0] === undefined ? undefined : String(keys[0]))}
          />
        </>
      )}
    </Fetched>
  )
}
