import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { MOST_REQUEST_TEXT } from '../../../../common/api/shapes'
import { isEnter } from '../../components/keys'
import { sentenceOf } from '../../api'

interface AskFormProps {
  readonly onAsk: (text: string) => Promise<void>
  readonly onCancel: () => void
}

/** A few words to whoever may say yes. */
export function AskForm({ onAsk, onCancel }: AskFormProps) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    onAsk(text).catch((refusal: unknown) => {
      setProblem(sentenceOf(refusal))
      setBusy(false)
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <Textarea
          label="Message, if you like"
          description="Whoever may change the permissions here sees it, with your name and e-mail."
          error={problem}
          data-autofocus
          rows={4}
          maxLength={MOST_REQUEST_TEXT}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isEnter(event) && (event.ctrlKey || event.metaKey)) submit(event)
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Ask
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
