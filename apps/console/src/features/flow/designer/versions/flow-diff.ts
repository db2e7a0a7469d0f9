import { type FlowModel, type FlowStep, type FormItem, isFork } from '@sluice/contract'
import { t } from '../../../../lib/text/text.ts'
import { branchText, fieldName, limitText, startText, stepText } from '../flow-words.ts'
import { canBeSeveral } from '../new-step.ts'

type Names = Readonly<Record<string, string>>

/** What differs of one node, one field, or the settings of the whole. */
export interface Difference {
  id: string
  of: 'field' | 'node' | 'whole'
  name: string
  kind: 'added' | 'removed' | 'changed'
  /** What is different, before and after; a place is in words too. */
  lines: readonly { what: string; before: string; after: string }[]
}

/** What is said of something, by what it is about. */
type Said = ReadonlyMap<string, string>
interface Told {
  name: string
  said: Said
}

const told = (name: string, entries: readonly (readonly [string, string | undefined])[]): Told => ({
  name,
  said: new Map(entries.flatMap(([what, text]) => (text === undefined || text === '' ? [] : [[what, text] as const]))),
})

function fieldTold(item: FormItem, at: number): Told {
  const { label, tag, required, unit, min, max, options, columns, text } = item
  return told(label, [
    [t('flow.diff.name'), label],
    [t('flow.diff.place'), String(at + 1)],
    [t('flow.diff.tag'), t(`flow.tag.${tag}`)],
    [t('flow.required'), t(required ? 'state.yes' : 'state.no')],
    [t('flow.unit'), unit],
    [t('flow.min'), min?.toString()],
    [t('flow.max'), max?.toString()],
    [t('flow.fieldOptions'), options?.join(t('list.comma'))],
    [t('flow.columns'), columns?.map((column) => column.label).join(t('list.comma'))],
    [t('flow.tag.NOTE'), text],
  ])
}

function rightsText(rights: Readonly<Record<string, 0 | 1 | 2>>, form: readonly FormItem[]): string {
  return Object.entries(rights)
    .map(([formId, right]) => t('flow.diff.right', { field: fieldName(formId, form), right: t(`flow.right.${right}`) }))
    .toSorted()
    .join(t('list.comma'))
}

function stepTold(step: FlowStep, at: string, model: FlowModel, names: Names): Told {
  const own =
    step.kind !== 'APPROVAL'
      ? []
      : ([
          [t('flow.several'), canBeSeveral(step.approver) ? t(`flow.several.${step.several}`) : ''],
          [t('flow.whenNobody'), t(`flow.nobodyDo.${step.nobody.do}`)],
          [t('flow.whenRefused'), t(`flow.refusal.${step.refusal.do}`)],
          [t('flow.hasLimit'), limitText(step)],
          [t('flow.rights'), rightsText(step.rights, model.form)],
        ] as const)
  return told(step.name, [
    [t('flow.diff.name'), step.name],
    [t('flow.diff.place'), at],
    [t(`flow.kind.${step.kind}`), stepText(step, model, names)],
    ...own,
  ])
}

function nodesTold(model: FlowModel, names: Names): Map<string, Told> {
  const found = new Map<string, Told>()
  const walk = (steps: readonly FlowStep[], within: string) => {
    for (const [n, step] of steps.entries()) {
      found.set(step.id, stepTold(step, `${within}${n + 1}`, model, names))
      if (!isFork(step)) continue
      for (const [b, branch] of step.branches.entries()) {
        const place = `${within}${n + 1}.${b + 1}`
        const when = branchText(branch, model.form, names)
        found.set(
          branch.id,
          told(branch.name, [
            [t('flow.diff.name'), branch.name],
            [t('flow.diff.place'), place],
            [t('flow.diff.when'), when],
          ]),
        )
        walk(branch.steps, `${place}.`)
      }
    }
  }
  walk(model.process.steps, '')
  return found
}

function wholeTold(model: FlowModel, names: Names): Told {
  const { autoSkipSame, withdrawAllowed } = model.advanced
  return told(t('flow.diff.whole'), [
    [t('flow.mayStartName'), startText(model, names)],
    [t('flow.rights'), rightsText(model.process.start.rights, model.form)],
    [t('flow.autoSkipSame'), t(autoSkipSame ? 'state.yes' : 'state.no')],
    [t('flow.withdrawAllowed'), t(withdrawAllowed ? 'state.yes' : 'state.no')],
  ])
}

function differencesIn(
  of: Difference['of'],
  before: ReadonlyMap<string, Told>,
  after: ReadonlyMap<string, Told>,
): Difference[] {
  const ids = [...new Set([...after.keys(), ...before.keys()])]
  return ids.flatMap((id): Difference[] => {
    const [was, is] = [before.get(id), after.get(id)]
    if (!was || !is) return [{ id, of, name: (is ?? was)!.name, kind: is ? 'added' : 'removed', lines: [] }]
    const whats = [...new Set([...is.said.keys(), ...was.said.keys()])]
    const lines = whats.flatMap((what) => {
      const [text, next] = [was.said.get(what) ?? '', is.said.get(what) ?? '']
      return text === next ? [] : [{ what, before: text, after: next }]
    })
    return lines.length === 0 ? [] : [{ id, of, name: is.name, kind: 'changed', lines }]
  })
}

/** What is different between two drawings of a flow, node by node and field by field. */
export function flowDifferences(before: FlowModel, after: FlowModel, names: Names): Difference[] {
  const fields = ({ form }: FlowModel) => new Map(form.map((item, n) => [item.formId, fieldTold(item, n)]))
  return [
    ...differencesIn('field', fields(before), fields(after)),
    ...differencesIn('node', nodesTold(before, names), nodesTold(after, names)),
    ...differencesIn('whole', new Map([['', wholeTold(before, names)]]), new Map([['', wholeTold(after, names)]])),
  ]
}
