import type { HistoryPoint } from '@sluice/contract'
import { showTime } from '../../lib/time/clock.ts'
import { t } from '../../lib/text/text.ts'

/** The note of a bucket: how many values it excludes, and since when its meter counted. */
export function pointNote({ bad, gapFrom }: HistoryPoint): string {
  const notes = [
    bad ? t('history.badNote', { n: bad }) : '',
    gapFrom === undefined ? '' : t('history.gapNote', { time: showTime(gapFrom) }),
  ]
  return notes.filter(Boolean).join(t('list.comma'))
}
