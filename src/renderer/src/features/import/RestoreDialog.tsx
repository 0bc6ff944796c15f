import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { contentPath, segmentsOf, type ContentPath } from '../../../../common/content/paths'
import type { Environment } from '../../../../common/publishing/environments'
import { sentenceOf } from '../../api'
import { openImport } from './preset'
import classes from './RestoreDialog.module.css'

export interface RestoreDialogProps {
  readonly site: ContentPath | null
  readonly onDone: () => void
}

/** Which site comes back, also one that was deleted, and from which of its published states. */
export function RestoreDialog({ site, onDone }: RestoreDialogProps) {
  const [name, setName] = useState(site?.slice(1) ?? '')
  const [environment, setEnvironment] = useState<Environment>('live')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    try {
      const path = contentPath(`/${name.trim().replace(/^\/+|\/+$/g, '')}`)
      if (segmentsOf(path).length !== 2)
        throw new Error('Name an organization and a site, such as northwind/harbour.')
      onDone()
      openImport(path, { environment, folder: null })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <p className={classes.text}>
          What is published stays when its source is deleted or spoiled. The next steps show what would come
          back before anything is written.
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
          value={environment}
          onChange={(value) => setEnvironment(value === 'preview' ? 'preview' : 'live')}
        >
          <Group gap={16} mt={4}>
            <Radio size="xs" value="live" label="Live, what readers get" />
            <Radio size="xs" value="preview" label="Preview" />
          </Group>
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
