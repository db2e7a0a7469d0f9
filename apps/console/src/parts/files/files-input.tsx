import { fileMaxBytes, type FieldOf, type FileFacts, mostFiles } from '@sluice/contract'
import { useRef } from 'react'
import { type FilePlace, isPhoto } from '../../lib/api/files.ts'
import { useText } from '../../lib/text/text.ts'
import { bytesText } from '../../lib/text/value-text.ts'
import { Button } from '../button/button.tsx'
import { DropPlace } from '../drop-place.tsx'
import { Icon } from '../icon/icons.tsx'
import { FilePicture, useBlobAddress } from './file-picture.tsx'
import { type FileItem, useUploads } from './use-uploads.ts'
import './files.css'

const PHOTOS = 'image/png,image/jpeg,image/webp'

function Preview({ item, place }: { item: FileItem; place: FilePlace | undefined }) {
  const address = useBlobAddress(item.file?.type.startsWith('image/') ? item.file : undefined)
  if (address) return <img src={address} alt="" />
  if (!item.file && place && isPhoto(item.facts)) return <FilePicture place={place} file={item.facts} />
  return <Icon name="sheet" size={22} />
}

interface TileProps {
  item: FileItem
  place: FilePlace | undefined
  onRetry: () => void
  onRemove: () => void
}

function FileTile({ item, place, onRetry, onRemove }: TileProps) {
  const { t } = useText()
  const { name } = item.facts
  return (
    <li className="file-item">
      <span className="file-tile">
        <Preview item={item} place={place} />
      </span>
      <span className="file-name">{name}</span>
      {item.part !== undefined && <progress value={item.part} aria-label={t('files.sending', { name })} />}
      {item.failed !== undefined && (
        <span role="alert" className="file-failed">
          {item.failed}{' '}
          <Button kind="link" onClick={onRetry}>
            {t('files.retry')}
          </Button>
        </span>
      )}
      <Button kind="link" aria-label={t('files.removeOf', { name })} onClick={onRemove}>
        {t('files.remove')}
      </Button>
    </li>
  )
}

interface PickProps {
  id: string | undefined
  accept: FieldOf<'files'>['accept']
  onFiles: (files: File[]) => void
}

/** Chooses files on the machine, or takes a photo with a phone's camera. */
function Pick({ id, accept, onFiles }: PickProps) {
  const { t } = useText()
  const photos = accept === 'photo'
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hidden = (name: string) =>
    ({
      type: 'file',
      hidden: true,
      'aria-label': name,
      ...(photos ? { accept: PHOTOS } : {}),
      onChange: ({ target }: { target: HTMLInputElement }) => {
        onFiles([...(target.files ?? [])])
        // Allows choosing the same file again.
        target.value = ''
      },
    }) as const
  const add = t(photos ? 'files.addPhoto' : 'files.addAny')
  return (
    <span className="file-pick">
      <Button {...(id === undefined ? {} : { id })} onClick={() => input.current?.click()}>
        {add}
      </Button>
      <input ref={input} multiple {...hidden(add)} />
      {photos && (
        <>
          <Button className="file-camera" onClick={() => camera.current?.click()}>
            {t('files.camera')}
          </Button>
          <input ref={camera} capture="environment" {...hidden(t('files.camera'))} />
        </>
      )}
    </span>
  )
}

interface FilesInputProps {
  field: FieldOf<'files'>
  id?: string
  value?: readonly FileFacts[] | null
  onChange?: (value: FileFacts[]) => void
  /** Where the row's existing files are stored. */
  place?: FilePlace | undefined
}

/** The files of a row: dropped, pasted, chosen or photographed, each with its upload progress. */
export function FilesInput({ field, id, value, onChange, place }: FilesInputProps) {
  const { t } = useText()
  const { items, add, retry, remove } = useUploads(field, value, onChange)
  const limits = { n: mostFiles(field), size: bytesText(fileMaxBytes(field.accept)) }
  return (
    <DropPlace
      className="files-input"
      role="group"
      onFiles={add}
      onPaste={({ clipboardData }) => add([...clipboardData.files])}
    >
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <FileTile
              key={item.key}
              item={item}
              place={place}
              onRetry={() => retry(item)}
              onRemove={() => remove(item)}
            />
          ))}
        </ul>
      )}
      {items.length < limits.n && <Pick id={id} accept={field.accept} onFiles={add} />}
      <small className="hint">{t(field.accept === 'photo' ? 'files.hintPhoto' : 'files.hintAny', limits)}</small>
    </DropPlace>
  )
}
