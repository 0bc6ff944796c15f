import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { notifyWithUndo } from '../../../workbench/toast'
import { removeSnippet, renameSnippet, saveSnippet, useSnippets, type Snippet } from './snippets'
import { words } from './words'

interface SaveSnippetProps {
  readonly source: string
  /** The name that it was saved under; null: it was not. */
  readonly onDone: (name: string | null) => void
}

/** Asks what a snippet is called. */
export function SaveSnippet({ source, onDone }: SaveSnippetProps) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const why = saveSnippet(name, source)
    if (why === null) onDone(name.trim())
    else setProblem(why)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={12}>
        <TextInput
          label={words.name}
          description={words.hint}
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => onDone(null)}>
            {words.cancel}
          </Button>
          <Button type="submit">{words.keep}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The snippets, to be renamed and deleted. */
export function ManageSnippets({ onClose }: { readonly onClose: () => void }) {
  const all = useSnippets()
  return (
    <Stack gap={12}>
      {all.length === 0 && <Text size="sm">{words.none}</Text>}
      {all.map((snippet) => (
        <SnippetRow key={`${snippet.id} ${snippet.name}`} snippet={snippet} />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </Group>
    </Stack>
  )
}

function SnippetRow({ snippet: { id, name } }: { readonly snippet: Snippet }) {
  const [typed, setTyped] = useState(name)
  const remove = () => {
    const back = removeSnippet(id)
    notifyWithUndo(words.removed(name), async () => back())
  }
  return (
    <Group gap={8} wrap="nowrap">
      <TextInput
        flex={1}
        aria-label={words.nameOf(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => typed !== name && renameSnippet(id, typed)}
      />
      <Button variant="default" aria-label={words.removeOf(name)} onClick={remove}>
        {words.remove}
      </Button>
    </Group>
  )
}
