import type { faultResource } from '@sluice/contract'
import { lazy, Suspense } from 'react'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'

const AssignForm = lazy(() => import('./assign-form.tsx').then((part) => ({ default: part.AssignForm })))
const ResolveForm = lazy(() => import('./resolve-form.tsx').then((part) => ({ default: part.ResolveForm })))
const NoteForm = lazy(() => import('./note-form.tsx').then((part) => ({ default: part.NoteForm })))
const IgnoreForm = lazy(() => import('./ignore-form.tsx').then((part) => ({ default: part.IgnoreForm })))

/** The forms of what is done to faults, wherever these are shown. */
export const FAULT_FORMS: NonNullable<ListSlots<typeof faultResource>['forms']> = {
  assign: (_fault, close, faults) => (
    <Suspense>
      <AssignForm faults={faults} onClose={close} />
    </Suspense>
  ),
  resolve: (_fault, close, faults) => (
    <Suspense>
      <ResolveForm faults={faults} onClose={close} />
    </Suspense>
  ),
  note: (_fault, close, faults) => (
    <Suspense>
      <NoteForm faults={faults} onClose={close} />
    </Suspense>
  ),
  ignore: (_fault, close, faults) => (
    <Suspense>
      <IgnoreForm faults={faults} onClose={close} />
    </Suspense>
  ),
}
