import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type FormEvent } from 'react'
import type { ContentPath } from '../../../../../common/content/paths'
import type { LinkProblem } from '../../../../../common/links/answers'
import { api, sentenceOf } from '../../../api'
import { kindWords } from './kinds'

const LONGEST_REASON = 500

/** Asks why a problem is to be ignored, and ignores it. @returns whether that was done */
export function askToIgnore(site: ContentPath, problem: LinkProblem): Promise<boolean> {
  return new Promise((resolve) => {
    let isDone = false
    const id = modals.open({
      title: 'Ignore this problem?',
      onClose: () => resolve(isDone),
      children: (
        <IgnoreForm
          problem={problem}
          onCancel={() => modals.close(id)}
          onReason={async (reason) => {
            const { is, path, written = '' } = problem
            await api.changeLinks(site, { ignore: { is, path, written, reason } })
            isDone = true
            modals.close(id)
          }}
        />
      )
    })
  })
}

interface IgnoreFormProps {
  readonly problem: LinkProblem
  readonly onCancel: () => void
  readonly onReason: (reason: string) => Promise<void>
}

function IgnoreForm({ problem: { is, path, written }, onCancel, onReason }: IgnoreFormProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setProblem('Say why, for whoever looks at it next.')
    onReason(reason.trim()).catch((error: unknown) => setProblem(sentenceOf(error)))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <Text ff="monospace" fz={13} style={{ overflowWrap: 'anywhere' }}>
          {written ?? path}
        </Text>
        <Text fz={14}>
          {kindWords[is].fault} It is counted no more, for everybody, until it is shown again.
        </Text>
        <TextInput
          data-autofocus
          label="Reason"
          maxLength={LONGEST_REASON}
          value={reason}
          error={problem}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Ignore</Button>
        </Group>
      </Stack>
    </form>
  )
}
