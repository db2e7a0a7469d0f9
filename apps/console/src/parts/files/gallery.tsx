import type { FileFacts } from '@sluice/contract'
import { Modal } from 'antd'
import { useEffect, useState } from 'react'
import { FileFailure, fileContent, type FilePlace, isPhoto } from '../../lib/api/files.ts'
import { saveContent } from '../../lib/api/save-file.ts'
import { toast } from '../../lib/page/toast.ts'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../icon/icons.tsx'
import { useBackCloses } from '../overlay/back-closes.ts'
import { FilePicture } from './file-picture.tsx'
import './files.css'

async function save(place: FilePlace, file: FileFacts): Promise<void> {
  try {
    saveContent(await fileContent(place, file.id), file.name)
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error
    toast('error', error.message)
  }
}

/** The index `by` places further on, in a circle. */
const moved = (by: number, length: number) => (at: number) => (at + by + length) % length

interface GalleryProps {
  place: FilePlace
  files: readonly FileFacts[]
  /** The index of the file that is shown first. */
  first: number
  onClose: () => void
}

/** The files of a row, one at a time and large; arrow keys move, Escape closes. */
export function Gallery({ place, files, first, onClose }: GalleryProps) {
  const { t } = useText()
  const [at, setAt] = useState(first)
  useBackCloses(onClose)
  const file = files[at]
  const { length } = files
  const go = (by: number) => setAt(moved(by, length))
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      const by = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
      if (by !== 0) setAt(moved(by, length))
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [length])
  if (!file) return null
  return (
    <Modal
      open
      centered
      width="min(1100px, 96vw)"
      title={`${file.name} (${at + 1}/${length})`}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t('action.close') }}
    >
      <div className="gallery" role="group" aria-label={t('files.count', { n: length })}>
        {isPhoto(file) ? <FilePicture key={file.id} place={place} file={file} /> : <Icon name="sheet" size={22} />}
        <div className="gallery-tools">
          <Button disabled={length < 2} onClick={() => go(-1)}>
            {t('files.previous')}
          </Button>
          <Button kind="theme" autoFocus onClick={() => void save(place, file)}>
            {t('files.save')}
          </Button>
          <Button disabled={length < 2} onClick={() => go(1)}>
            {t('files.next')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
