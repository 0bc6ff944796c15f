import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import { environments } from '../../../../common/publishing/environments'
import { sentenceOf } from '../../api'
import { openMoment } from '../moment'
import { openImport } from './preset'
import classes from './RestoreDialog.module.css'

interface RestoreDialogProps {
  readonly site: ContentPath | null
  readonly onDone: () => void
}

const sources = [...environments, 'moment'] as const
type Source = (typeof sources)[number]

/**
 * Which site comes back, also one that was deleted, and from where: one of its published states, or its
 * history.
 */
export function RestoreDialog({ site, onDone }: RestoreDialogProps) {
  const [name, setName] = useState(site?.slice(1) ?? '')
  const [source, setSource] = useState<Source>('live')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    try {
      const path = contentPath(`/${name.trim().replace(/^\/+|(?<!\/)\/+$/g, '')}`)
      if (segmentsOf(path).length !== 2)
        throw new Error('Name an organization and a site, such as northwind/harbour.')
      onDone()
      if (source === 'moment') openMoment(path)
      else openImport(path, { environment: source, folder: null })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <p className={classes.text}>
          What is published stays when its source is deleted or spoiled, and every state is kept. The next
          steps show what would come back before anything is written.
        </p>
        <TextInput
          label="Site"
          description="Organization and site. It may be deleted by now."
          value={name}
          error={problem}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="Bring it back from"
          value={source}
          onChange={(value) => setSource(sources.find((one) => one === value) ?? 'live')}
        >
          <Stack gap={6} mt={6}>
            <Radio size="xs" value="live" label="Live, what readers get" />
            <Radio size="xs" value="preview" label="Preview" />
            <Radio size="xs" value="moment" label="Its own history, as it was at a moment" />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit">Next</Button>
        </Group>
      </Stack>
    </form>
  )
}
