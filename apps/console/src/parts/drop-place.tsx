import { type ComponentProps, useState } from 'react'

interface DropPlaceProps extends Omit<ComponentProps<'div'>, 'onDrop'> {
  className: string
  onFiles: (files: File[]) => void
}

/** An area that accepts dropped files; it has the class `over` while files are dragged above it. */
export function DropPlace({ className, onFiles, ...given }: DropPlaceProps) {
  const [over, setOver] = useState(false)
  return (
    <div
      {...given}
      className={over ? `${className} over` : className}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    />
  )
}
