import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { isEnter } from '../../../components/keys'
import { words } from './words'

interface SourceFormProps {
  readonly source: string
  readonly readOnly: boolean
  /** @returns why it was not taken, in a sentence; null when it was */
  readonly onApply: (source: string) => string | null
  readonly onCancel: () => void
}

/** The source of a piece of a page, to be written over. */
export function SourceForm({ source, readOnly, onApply, onCancel }: SourceFormProps) {
  const [text, setText] = useState(source)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefusal(onApply(text))
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <Textarea
          label={words.field}
          description={readOnly ? undefined : words.hint}
          error={refusal}
          data-autofocus
          autosize
          minRows={6}
          maxRows={18}
          spellCheck={false}
          readOnly={readOnly}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 13 } }}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setRefusal(null)
          }}
          onKeyDown={(event) => {
            if (isEnter(event) && (event.ctrlKey || event.metaKey) && !readOnly) submit(event)
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            {readOnly ? words.close : words.cancel}
          </Button>
          {!readOnly && (
            <Button type="submit" disabled={text.trim() === ''}>
              {words.apply}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
