import type { DepartmentNode } from '@sluice/contract'
import { departmentTree } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { TreeSelect } from '../control/select.tsx'

/** The departments inside the user's data scope; all selects of a page share one request. */
export function useDepartments() {
  return useAnswer(departmentTree, {}, { follows: ['dept'], staleMs: 30_000 })
}

interface Choice {
  value: string
  label: string
  children: Choice[]
}

function choicesOf(nodes: readonly DepartmentNode[]): Choice[] {
  return nodes.map((node) => ({ value: node.id, label: node.name, children: choicesOf(node.children ?? []) }))
}

interface DepartmentSelectProps {
  id?: string
  value?: string | string[] | null
  onChange?: (value: string | string[] | undefined) => void
  multiple?: boolean
  /** Values that do not fit on one line are counted. */
  oneLine?: boolean
  placeholder?: string
  'aria-label'?: string
}

export function DepartmentSelect({ multiple = false, oneLine = false, value, ...rest }: DepartmentSelectProps) {
  const { t } = useText()
  const departments = useDepartments()
  return (
    <TreeSelect<string | string[], Choice>
      {...rest}
      {...(value ? { value } : {})}
      treeData={choicesOf(departments.data ?? [])}
      multiple={multiple}
      {...(oneLine ? { maxTagCount: 'responsive' as const } : {})}
      showSearch
      allowClear
      treeDefaultExpandAll
      treeNodeFilterProp="label"
      loading={departments.isPending}
      placeholder={rest.placeholder ?? t('form.chooseDept')}
      notFoundContent={t(departments.isError ? 'state.failed' : 'state.empty')}
      style={{ width: '100%' }}
    />
  )
}
