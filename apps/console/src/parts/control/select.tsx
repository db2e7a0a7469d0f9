import { Select as AntSelect, TreeSelect as AntTreeSelect, type SelectProps, type TreeSelectProps } from 'antd'
import { Caret } from '../icon/caret.tsx'

/** The caret and the marks of the branches that every choice of the console has. */
const CARET = <Caret kind="fold" open={false} />
const BRANCH = ({ expanded }: { expanded?: boolean }) => <Caret kind="branch" open={expanded === true} />

/** The one choice from a list: with search, by keyboard, and on a phone as tall as a thumb. */
export function Select<Value>(props: SelectProps<Value>) {
  return <AntSelect<Value> suffixIcon={CARET} {...props} />
}

/** The same from a tree. */
export function TreeSelect<Value, Node extends object = { value: Value; title: string }>(
  props: TreeSelectProps<Value, Node>,
) {
  return <AntTreeSelect<Value, Node> suffixIcon={CARET} switcherIcon={BRANCH as never} {...props} />
}
