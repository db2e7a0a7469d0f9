import { type GeoFeature, geoFeatureResource, type GeoKind, type GeoRank } from '@sluice/contract'
import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../../lib/page/ask.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { deleteRows, insertRow, updateRow } from '../../../lib/api/resource-calls.ts'
import { useSession } from '../../../lib/access/session.ts'
import { t } from '../../../lib/text/text.ts'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import {
  type Draft,
  draftOf,
  type DraftShape,
  type DraftStep,
  geometryOf,
  kindsFor,
  startDraft,
  stepDraft,
} from './draft.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'

/** The text fields beside the drawing. */
export interface GeoForm {
  name: string
  kind: GeoKind
  rank: GeoRank
  widthM: string
  deptId: string
}

interface Edited {
  /** The stored feature; null while a new one is drawn. */
  feature: GeoFeature | null
  draft: Draft | null
  form: GeoForm
}

function formOf(feature: GeoFeature): GeoForm {
  const { name, kind, rank, widthM, deptId } = feature
  return { name: name ?? '', kind, rank: rank ?? 'BRANCH', widthM: widthM === null ? '' : String(widthM), deptId }
}

function valuesOf({ name, kind, rank, widthM, deptId }: GeoForm) {
  return { name: name.trim() || null, kind, rank, deptId, widthM: widthM.trim() === '' ? null : Number(widthM) }
}

/** Saves and deletes; after a failure, which the request layer shows, the drawing stays for another try. */
function useSaving(edited: Edited | null, leave: () => void) {
  const { busy, mutate } = useMutation(geoFeatureResource.name)
  const run = async (work: () => Promise<unknown>, done: 'done.save' | 'done.delete') => {
    if (await mutate(work, { done: t(done) })) leave()
  }
  const save = () => {
    if (!edited) return
    const { feature, draft, form } = edited
    const geometry = draft && geometryOf(draft)
    if (feature) {
      const { id, version } = feature
      const change = { id, version, ...valuesOf(form), ...(geometry ? { geometry } : {}) }
      void run(() => updateRow(geoFeatureResource, change), 'done.save')
    } else if (geometry) void run(() => insertRow(geoFeatureResource, { ...valuesOf(form), geometry }), 'done.save')
  }
  const remove = async () => {
    const feature = edited?.feature
    if (!feature) return
    const question = {
      title: t('ask.title'),
      text: t('ask.delete'),
      confirm: t('action.delete'),
      cancel: t('action.cancel'),
    }
    if (await ask({ ...question, danger: true })) {
      await run(() => deleteRows(geoFeatureResource, [feature.id]), 'done.delete')
    }
  }
  return { busy, save, remove }
}

/** The drawing being created or changed, with functions to save, delete and leave it. */
export function useGeoEdit(port: MapPort) {
  const home = useSession((session) => session.userInfo?.deptId ?? '')
  const land = useMap((state) => state.land)
  const tiles = useMap((state) => state.tiles)
  const [edited, setEdited] = useState<Edited | null>(null)
  const leave = useCallback(() => setEdited(null), [])

  const step = useCallback(
    (change: DraftStep) => setEdited((one) => (one?.draft ? { ...one, draft: stepDraft(one.draft, change) } : one)),
    [],
  )
  const growing = edited?.draft?.growing ?? false

  useEffect(() => {
    port.setDrawing(growing)
    const stop = port.on('click', (at) => {
      if (growing) {
        const { lng, lat } = port.unproject(at)
        step({ do: 'add', at: shiftFor(tiles).toWgs(lng, lat) })
        return
      }
      const feature = land.find(({ id }) => id === port.landAt(at))
      if (feature) setEdited({ feature, draft: draftOf(feature.geometry), form: formOf(feature) })
    })
    return () => {
      stop()
      port.setDrawing(false)
    }
  }, [port, growing, land, tiles, step])

  const start = (shape: DraftShape) => {
    const kind = kindsFor(shape).find((one) => one === 'CANAL' || one === 'FIELD') ?? kindsFor(shape)[0]!
    setEdited({
      feature: null,
      draft: startDraft(shape),
      form: { name: '', kind, rank: 'BRANCH', widthM: '', deptId: home },
    })
  }
  const { busy, save, remove } = useSaving(edited, leave)
  return {
    edited,
    busy,
    step,
    start,
    save,
    remove,
    change: (form: Partial<GeoForm>) => setEdited((one) => one && { ...one, form: { ...one.form, ...form } }),
    leave,
  }
}
