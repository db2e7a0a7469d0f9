import { Form, Input } from 'antd'

const WORDS_MOST = 500

interface WordsFieldProps {
  label: string
  hint?: string
  value: string
  onChange: (words: string) => void
}

/** Words of one's own, which a form of a fault asks for. */
export function WordsField({ label, hint, value, onChange }: WordsFieldProps) {
  return (
    <Form.Item label={label} required extra={hint}>
      <Input.TextArea
        autoFocus
        aria-label={label}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={WORDS_MOST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  )
}
