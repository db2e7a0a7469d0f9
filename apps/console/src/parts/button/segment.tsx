interface SegmentProps {
  on: boolean
  onClick: () => void
  children: string
}

/** One choice of several beside each other (`segments`); pressed while it is the one. */
export function Segment({ on, onClick, children }: SegmentProps) {
  return (
    <button type="button" aria-pressed={on} className={on ? 'segment on' : 'segment'} onClick={onClick}>
      {children}
    </button>
  )
}
