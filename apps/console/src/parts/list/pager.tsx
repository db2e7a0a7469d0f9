import { PAGE_SIZES } from '@sluice/contract'
import { Pagination } from 'antd'
import { scrollToTop } from '../../lib/page/scroll-to-top.ts'
import { useText } from '../../lib/text/text.ts'
import { useMobile } from '../../lib/page/width.ts'
import { Caret } from '../icon/caret.tsx'

interface PagerProps {
  page: number
  limit: number
  total: number
  onChange: (page: number, limit: number) => void
}

const SIZES = { suffixIcon: <Caret kind="fold" open={false} /> }

/** PG-4: on a phone five places are enough; in the middle these are the first page, the current one and the last. */
function isKept(number: number, page: number, last: number): boolean {
  const inMiddle = page > 3 && page < last - 2
  return !inMiddle || number === page || number === 1 || number === last
}

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
        showSizeChanger={SIZES}
        pageSizeOptions={[...PAGE_SIZES]}
        showQuickJumper={!mobile}
        showLessItems={mobile}
        itemRender={(number, type, element) =>
          type === 'page' && mobile && !isKept(number, page, Math.ceil(total / limit)) ? null : element
        }
        size="small"
        onChange={(next, size) => {
          // PG-5: a change of the page size goes to page 1.
          onChange(size === limit ? next : 1, size)
          scrollToTop()
        }}
      />
    </div>
  )
}
