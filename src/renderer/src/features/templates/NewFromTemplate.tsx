import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import {
  checkName,
  childOf,
  clashKey,
  contentPath,
  isHidden,
  nameOf,
  siteOf,
  type ContentPath
} from '../../../../common/content/paths'
import { api, sentenceOf } from '../../api'
import { flushAll } from '../../documents'
import { openDocument } from '../../workbench/workbench'
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
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    readTemplates(siteOf(folder), stop.signal)
      .then(setTemplates)
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        setTemplates([])
        setProblem(sentenceOf(error))
      })
    return () => stop.abort()
  }, [folder])
  const template = templates?.find(({ path }) => path === chosen) ?? templates?.[0]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!template) return
    try {
      const made = await make(template, folder, name)
      if ('problem' in made) return setProblem(made.problem)
      onDone()
      openDocument(made.path)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  const isEmpty = templates !== null && templates.length === 0
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={12}>
        {isEmpty && <Text size="sm">{problem ?? words.none}</Text>}
        {!isEmpty && (
          <>
            <TextInput
              label={words.name}
              data-autofocus
              value={name}
              spellCheck={false}
              description={words.inFolder(folder)}
              error={problem}
              onChange={(event) => {
                setName(event.currentTarget.value)
                setProblem(null)
              }}
            />
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

/** The new page, or why the name cannot be used. */
async function make(
  { path }: Template,
  folder: ContentPath,
  typed: string
): Promise<{ readonly path: ContentPath } | { readonly problem: string }> {
  const title = typed
    .trim()
    .normalize('NFC')
    .replace(/\.html$/i, '')
  if (title === '') return { problem: words.typeName }
  const file = `${title}.html`
  checkName(file)
  if (isHidden(file)) return { problem: words.hidden }
  const taken = (await api.list(folder)).map((item) => nameOf(contentPath(item.path)))
  const other = taken.find((one) => clashKey(one) === clashKey(file))
  if (other !== undefined) return { problem: words.taken(other) }
  // what somebody types in the template right now belongs to it
  await flushAll()
  const made = childOf(folder, file)
  await api.copy(path, made)
  return { path: made }
}
