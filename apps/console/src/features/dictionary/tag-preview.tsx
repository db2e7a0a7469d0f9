import '../../parts/dict/dict.css'

/** An entry as lists show it. */
export function TagPreview({ label, colour }: { label: string; colour: unknown }) {
  return (
    <span className={`dict-tag dict-${typeof colour === 'string' && colour !== '' ? colour : 'plain'}`}>{label}</span>
  )
}
