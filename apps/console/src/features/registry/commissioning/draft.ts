import type { CommissioningState, LngLat, PhotoSubject, TrialStep } from '@sluice/contract'
import type { KeptDraft } from '../../../lib/kept/phone-store.ts'
import type { Strokes } from '../../../parts/signature/strokes.ts'

interface TakenPlace {
  lng: number
  lat: number
  source: 'GPS' | 'MAP_PICK'
  accuracyM: number | null
  movedM: number | null
}

/** Names, drawn and typed, and what is wrong. */
export interface Signing {
  installer?: string
  accepter?: string
  drawn?: Strokes
  other?: Strokes
  defects?: string
}

/** The commissioning that a telephone is at; `key` is that of its beginning. */
export interface Draft extends KeptDraft {
  deviceId: string
  name: string
  deviceNo: string
  /** When the code was read, ISO. */
  at: string
  step: 2 | 3 | 4
  place: TakenPlace | null
  address: string
  areaId: string | null
  areaName: string | null
  iccid: string
  photos: readonly { key: string; subject: PhotoSubject; picture: string }[]
  /** Where a hand moved the cross to; null: where the telephone is. Not said yet by those who have not moved it. */
  moved?: LngLat | null
  /** What of the last step is filled in already. */
  signing?: Signing
  /** The commands that were to open and close it. */
  trials: Readonly<Partial<Record<TrialStep, string>>>
  /** What the server knows as proven, and what it wants. */
  proven: readonly TrialStep[]
  needs: readonly TrialStep[] | null
  /** When it was signed, ISO. */
  signedAt: string | null
  state: CommissioningState | null
}
