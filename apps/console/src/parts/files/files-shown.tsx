import type { FileFacts } from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { type FilePlace, isPhoto } from '../../lib/api/files.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../icon/icons.tsx'
import { FilePicture } from './file-picture.tsx'
import { Gallery } from './gallery.tsx'
import './files.css'

interface ShownProps {
  place: FilePlace
  files: readonly FileFacts[]
}

function Opening({ place, files, children }: ShownProps & { children: (open: (at: number) => void) => ReactNode }) {
  const [first, setFirst] = useState<number | null>(null)
  if (files.length === 0) return <span className="t3">{MISSING}</span>
  return (
    <>
      {children(setFirst)}
      {first !== null && <Gallery place={place} files={files} first={first} onClose={() => setFirst(null)} />}
    </>
  )
}

/** In a table: the number of files; a list of rows fetches no pictures. */
export function FileCount(props: ShownProps) {
  const { t } = useText()
  const { length: n } = props.files
  return (
    <Opening {...props}>
      {(open) => (
        <button
          type="button"
          className="link file-count"
          aria-label={t('files.count', { n })}
          onClick={(event) => {
            // A click on the row itself opens something else.
            event.stopPropagation()
            open(0)
          }}
        >
          <Icon name="sheet" size={16} />
          <span className="num">{n}</span>
        </button>
      )}
    </Opening>
  )
}

/** In a detail: the pictures, and the names of other files. */
export function FileGallery({ note, ...props }: ShownProps & { note?: (file: FileFacts) => ReactNode }) {
  const { t } = useText()
  return (
    <Opening {...props}>
      {(open) => (
        <span className="file-tiles">
          {props.files.map((file, at) => (
            <span key={file.id} className="file-noted">
              <button
                type="button"
                className="file-tile"
                aria-label={t('files.open', { name: file.name })}
                onClick={() => open(at)}
              >
                {isPhoto(file) ? <FilePicture place={props.place} file={file} /> : <span>{file.name}</span>}
              </button>
              {note?.(file)}
            </span>
          ))}
        </span>
      )}
    </Opening>
  )
}
