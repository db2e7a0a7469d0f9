import { PAGE_SIZES } from '@sluice/contract'
import { Pagination } from 'antd'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'

interface PagerProps {
  page: number
  limit: number
  total: number
  onChange: (page: number, limit: number) => void
}

const toTop = () => window.scrollTo({ top: 0, behavior: 'smooth' })

/** PG-1 to PG-5: total, sizes, pages, jump; hidden when there is nothing. */
export function Pager({ page, limit, total, onChange }: PagerProps) {
  const { t } = useText()
  const mobile = useMobile()
  if (total === 0) return null
  return (
    <div className="pager" data-testid="pager">
      <span className="num t2">{t('pager.total', { n: total })}</span>
      <Pagination
        current={page}
        pageSize={limit}
        total={total}
        showSizeChanger
        pageSizeOptions={[...PAGE_SIZES]}
        showQuickJumper={!mobile}
        showLessItems={mobile}
        size="small"
        onChange={(next, size) => {
          // PG-5: another size goes to page 1.
          onChange(size === limit ? next : 1, size)
          toTop()
        }}
      />
    </div>
  )
}
