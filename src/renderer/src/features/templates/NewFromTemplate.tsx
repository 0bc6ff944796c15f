import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { siteOf, type ContentPath } from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { flushAll } from '../../documents'
import { useNewDocument } from '../../engines/tree/new-document'
import { readTemplates, type Template } from './templates'
import { words } from './words'

interface NewFromTemplateProps {
  readonly folder: ContentPath
  readonly onDone: () => void
}

/**
 * Asks which template, and for a name, and makes the page: a copy with its own pictures and no history
 * (VE17).
 */
export function NewFromTemplate({ folder, onDone }: NewFromTemplateProps) {
  const [templates, setTemplates] = useState<readonly Template[] | null>(null)
  const [chosen, setChosen] = useState('')
  const [unread, setUnread] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    readTemplates(siteOf(folder), stop.signal)
      .then(setTemplates)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        setTemplates([])
        setUnread(sentenceOf(error))
      })
    return () => stop.abort()
  }, [folder])
  const template = templates?.find(({ path }) => path === chosen) ?? templates?.[0]
  const { field, create } = useNewDocument({ folder, kind: 'page', onDone })
  const make = async (path: ContentPath) => {
    // what somebody types in the template right now belongs to it
    await flushAll()
    if (template) await api.copy(template.path, path)
  }
  const isEmpty = templates !== null && templates.length === 0
  return (
    <form noValidate onSubmit={(event) => void create(event, make)}>
      <Stack gap={12}>
        {isEmpty && <Text size="sm">{unread ?? words.none}</Text>}
        {!isEmpty && (
          <>
            <TextInput label={words.name} {...field} />
            <NativeSelect
              label={words.template}
              value={template?.path ?? ''}
              disabled={templates === null}
              data={
                templates === null
                  ? [words.reading]
                  : templates.map(({ path, title }) => ({ value: path, label: title }))
              }
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onDone}>
            {isEmpty ? words.close : words.cancel}
          </Button>
          {!isEmpty && (
            <Button type="submit" disabled={!template}>
              {words.create}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
